import { type Screen, type ScreenOptions, screen } from "#ui/screen.ts";
import type { GroupId } from "./settings/sections.ts";

export const platformScreens: readonly Screen[] = [
  screen({
    path: "/audit-logs",
    title: "Audit Logs",
    module: "platform/audit/audit-screen",
    access: "page",
    load: async () => (await import("#ui/platform/audit/audit-screen.tsx")).AuditScreen,
    queries: () => import("#ui/platform/audit/queries.ts"),
  }),
  screen({
    path: "/settings",
    title: "Settings",
    module: "platform/settings/settings-redirect-screen",
    access: "admin",
    leadsTo: "/settings/salon",
    load: async () =>
      (await import("#ui/platform/settings/settings-redirect-screen.tsx")).SettingsRedirectScreen,
  }),
  settingsScreen(
    "salon",
    async () => (await import("#ui/platform/settings/groups/salon-screen.tsx")).SalonScreen,
  ),
  settingsScreen(
    "texting",
    async () => (await import("#ui/platform/settings/groups/texting-screen.tsx")).TextingScreen,
  ),
  settingsScreen(
    "payments",
    async () => (await import("#ui/platform/settings/groups/payments-screen.tsx")).PaymentsScreen,
  ),
  settingsScreen(
    "assistant",
    async () => (await import("#ui/platform/settings/groups/assistant-screen.tsx")).AssistantScreen,
  ),
  settingsScreen(
    "advanced",
    async () => (await import("#ui/platform/settings/groups/advanced-screen.tsx")).AdvancedScreen,
  ),
];

function settingsScreen(group: GroupId, load: ScreenOptions["load"]): Screen {
  return screen({
    path: `/settings/${group}`,
    title: "Settings",
    module: `platform/settings/groups/${group}-screen`,
    access: "admin",
    page: "/settings",
    load,
    prefetch: async (api) =>
      (await import("#ui/platform/settings/queries.ts")).prefetch(api, group),
  });
}
