import { type Routes, staff } from "#src/platform/http/routes.ts";
import type { dashboard } from "./contract.ts";
import { readActivity, readStats } from "./dashboard.ts";

export const dashboardRoutes: Routes<typeof dashboard> = {
  stats: staff("/", ({ app }) => readStats(app)),
  activity: staff("/", ({ app, actor }) => readActivity(app, actor)),
};
