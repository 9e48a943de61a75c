import { type Screen, screen } from "#ui/screen.ts";

export const platformScreens: readonly Screen[] = [
  screen({
    path: "/audit-logs",
    title: "Audit Logs",
    module: "platform/audit/audit-screen",
    access: "page",
    load: () => import("#ui/platform/audit/audit-screen.tsx").then((module) => module.AuditScreen),
    queries: () => import("#ui/platform/audit/queries.ts"),
  }),
  screen({
    path: "/settings",
    title: "Settings",
    module: "platform/settings/settings-redirect-screen",
    access: "admin",
    leadsTo: "/settings/salon",
    load: () =>
      import("#ui/platform/settings/settings-redirect-screen.tsx").then(
        (module) => module.SettingsRedirectScreen,
      ),
  }),
  screen({
    path: "/settings/salon",
    title: "Settings",
    module: "platform/settings/groups/salon-screen",
    access: "admin",
    page: "/settings",
    load: () =>
      import("#ui/platform/settings/groups/salon-screen.tsx").then((module) => module.SalonScreen),
    prefetch: (api) =>
      import("#ui/platform/settings/queries.ts").then(({ prefetch }) => prefetch(api, "salon")),
  }),
  screen({
    path: "/settings/texting",
    title: "Settings",
    module: "platform/settings/groups/texting-screen",
    access: "admin",
    page: "/settings",
    load: () =>
      import("#ui/platform/settings/groups/texting-screen.tsx").then(
        (module) => module.TextingScreen,
      ),
    prefetch: (api) =>
      import("#ui/platform/settings/queries.ts").then(({ prefetch }) => prefetch(api, "texting")),
  }),
  screen({
    path: "/settings/payments",
    title: "Settings",
    module: "platform/settings/groups/payments-screen",
    access: "admin",
    page: "/settings",
    load: () =>
      import("#ui/platform/settings/groups/payments-screen.tsx").then(
        (module) => module.PaymentsScreen,
      ),
    prefetch: (api) =>
      import("#ui/platform/settings/queries.ts").then(({ prefetch }) => prefetch(api, "payments")),
  }),
  screen({
    path: "/settings/assistant",
    title: "Settings",
    module: "platform/settings/groups/assistant-screen",
    access: "admin",
    page: "/settings",
    load: () =>
      import("#ui/platform/settings/groups/assistant-screen.tsx").then(
        (module) => module.AssistantScreen,
      ),
    prefetch: (api) =>
      import("#ui/platform/settings/queries.ts").then(({ prefetch }) => prefetch(api, "assistant")),
  }),
  screen({
    path: "/settings/advanced",
    title: "Settings",
    module: "platform/settings/groups/advanced-screen",
    access: "admin",
    page: "/settings",
    load: () =>
      import("#ui/platform/settings/groups/advanced-screen.tsx").then(
        (module) => module.AdvancedScreen,
      ),
    prefetch: (api) =>
      import("#ui/platform/settings/queries.ts").then(({ prefetch }) => prefetch(api, "advanced")),
  }),
];
