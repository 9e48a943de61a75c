import { admin, defineModule } from "#src/platform/http/routes.ts";
import { openAlerts } from "./alerts.ts";
import { alerts } from "./contract.ts";

export const alertModule = defineModule(alerts, {
  list: admin(({ app }) => openAlerts(app)),
});
