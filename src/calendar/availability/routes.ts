import { defineModule, staff } from "#src/platform/http/routes.ts";
import { availability } from "./contract.ts";
import { listSlots } from "./list-slots.ts";

export const availabilityModule = defineModule(availability, {
  slots: staff(["/appointments", "/inbox", "/contacts"], ({ app, actor, query }) =>
    listSlots(app, actor, query),
  ),
});
