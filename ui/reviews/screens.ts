import { type Screen, screen } from "#ui/screen.ts";

export const reviewsScreens: readonly Screen[] = [
  screen({
    path: "/reviews",
    title: "Reviews",
    module: "reviews/reviews-screen",
    access: "page",
    load: async () => (await import("./reviews-screen.tsx")).ReviewsScreen,
    queries: () => import("./queries.ts"),
  }),
];
