import { defineModule, staff } from "#src/platform/http/routes.ts";
import { availability } from "./contract.ts";
import { listHeld, listSlots } from "./list-slots.ts";

export const availabilityModule = defineModule(availability, {
  held: staff("/appointments", ({ app, actor, query }) => listHeld(app, actor, query)),
  slots: staff(["/appointments", "/inbox", "/contacts"], ({ app, actor, query }) =>
    listSlots(app, actor, query),
  ),
});
