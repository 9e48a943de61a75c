import { type Screen, screen } from "#ui/screen.ts";

export const messagingScreens: readonly Screen[] = [
  screen({
    path: "/",
    title: "Dashboard",
    module: "messaging/dashboard/dashboard-screen",
    access: "page",
    load: async () =>
      (await import("#ui/messaging/dashboard/dashboard-screen.tsx")).DashboardScreen,
    queries: () => import("#ui/messaging/dashboard/queries.ts"),
  }),
  screen({
    path: "/campaigns",
    title: "Campaigns",
    module: "messaging/campaigns/campaigns-screen",
    access: "page",
    load: async () =>
      (await import("#ui/messaging/campaigns/campaigns-screen.tsx")).CampaignsScreen,
    queries: () => import("#ui/messaging/campaigns/queries.ts"),
  }),
  screen({
    path: "/campaigns/:id",
    title: "Campaign",
    module: "messaging/campaigns/report-screen",
    access: "page",
    page: "/campaigns",
    load: async () => (await import("#ui/messaging/campaigns/report-screen.tsx")).ReportScreen,
    queries: () => import("#ui/messaging/campaigns/report-queries.ts"),
  }),
  screen({
    path: "/inbox",
    title: "Inbox",
    module: "messaging/inbox/inbox-screen",
    access: "page",
    load: async () => (await import("#ui/messaging/inbox/inbox-screen.tsx")).InboxScreen,
    queries: () => import("#ui/messaging/inbox/queries.ts"),
  }),
];
