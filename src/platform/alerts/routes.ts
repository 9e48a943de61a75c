import { admin, type Routes } from "#src/platform/http/routes.ts";
import { openAlerts } from "./alerts.ts";
import type { alerts } from "./contract.ts";

export const alertRoutes: Routes<typeof alerts> = {
  list: admin(({ app }) => openAlerts(app)),
};
