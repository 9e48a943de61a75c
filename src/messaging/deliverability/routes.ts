import { admin, defineModule, staff } from "#src/platform/http/routes.ts";
import { deliverability } from "./contract.ts";
import { makeDeliverable } from "./deliverability.ts";
import { readScan, scanNow } from "./scan.ts";

export const deliverabilityModule = defineModule(deliverability, {
  clearUndeliverable: staff("/contacts", ({ app, actor, id }) => makeDeliverable(app, actor, id)),
  state: admin(({ app }) => readScan(app)),
  scan: admin(({ app, actor }) => scanNow(app, actor)),
});
