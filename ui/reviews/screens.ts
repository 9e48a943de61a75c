import { type Screen, screen } from "#ui/screen.ts";

export const reviewsScreens: readonly Screen[] = [
  screen({
    path: "/reviews",
    title: "Reviews",
    module: "reviews/reviews-screen",
    access: "page",
    load: () => import("./reviews-screen.tsx").then((module) => module.ReviewsScreen),
    queries: () => import("./queries.ts"),
  }),
];
