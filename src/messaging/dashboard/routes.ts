import { defineModule, staff } from "#src/platform/http/routes.ts";
import { dashboard } from "./contract.ts";
import { readActivity, readStats } from "./dashboard.ts";

export const dashboardModule = defineModule(dashboard, {
  stats: staff("/", ({ app }) => readStats(app)),
  activity: staff("/", ({ app, actor }) => readActivity(app, actor)),
});
