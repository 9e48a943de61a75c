import { type Screen, type ScreenOptions, screen } from "#ui/screen.ts";
import type { GroupId } from "./settings/sections.ts";

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
  settingsScreen("salon", () =>
    import("#ui/platform/settings/groups/salon-screen.tsx").then((module) => module.SalonScreen),
  ),
  settingsScreen("texting", () =>
    import("#ui/platform/settings/groups/texting-screen.tsx").then(
      (module) => module.TextingScreen,
    ),
  ),
  settingsScreen("payments", () =>
    import("#ui/platform/settings/groups/payments-screen.tsx").then(
      (module) => module.PaymentsScreen,
    ),
  ),
  settingsScreen("assistant", () =>
    import("#ui/platform/settings/groups/assistant-screen.tsx").then(
      (module) => module.AssistantScreen,
    ),
  ),
  settingsScreen("advanced", () =>
    import("#ui/platform/settings/groups/advanced-screen.tsx").then(
      (module) => module.AdvancedScreen,
    ),
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
    prefetch: (api) =>
      import("#ui/platform/settings/queries.ts").then(({ prefetch }) => prefetch(api, group)),
  });
}
