import { defineModule, staff } from "#src/platform/http/routes.ts";
import { dashboard } from "./contract.ts";
import { listWaiting, readActivity, readStats } from "./dashboard.ts";

export const dashboardModule = defineModule(dashboard, {
  waiting: staff(["/", "/appointments"], ({ app, actor, answer }) =>
    listWaiting(app, actor, answer),
  ),
  stats: staff("/", ({ app }) => readStats(app)),
  activity: staff("/", ({ app, actor }) => readActivity(app, actor)),
});
