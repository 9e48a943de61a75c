import { defineModule, staff } from "#src/platform/http/routes.ts";
import { listSlots } from "./availability.ts";
import { availability } from "./contract.ts";

export const availabilityModule = defineModule(availability, {
  slots: staff(["/appointments", "/inbox", "/contacts"], ({ app, actor, query }) =>
    listSlots(app, actor, query),
  ),
});
