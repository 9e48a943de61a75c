import { type Screen, screen } from "#ui/screen.ts";

export const integrationsScreens: readonly Screen[] = [
  screen({
    path: "/api-reference",
    title: "API Reference",
    module: "integrations/api-reference/api-reference-screen",
    access: "admin",
    load: async () => (await import("./api-reference/api-reference-screen.tsx")).ApiReferenceScreen,
  }),
];
