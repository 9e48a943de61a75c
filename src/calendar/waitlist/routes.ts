import { parseId } from "#src/platform/http/ids.ts";
import { defineModule, staff } from "#src/platform/http/routes.ts";
import { waitlist } from "./contract.ts";
import { addToWaitlist, cancelEntry, listWaitlist, offerToNext, stopOffer } from "./waitlist.ts";

const PAGE = "/waitlist";

export const waitlistModule = defineModule(waitlist, {
  list: staff(PAGE, ({ app, actor }) => listWaitlist(app, actor)),
  add: staff(PAGE, ({ app, actor, body }) => addToWaitlist(app, actor, body)),
  offerNext: staff(PAGE, ({ app, actor, params }) => offerToNext(app, actor, parseId(params.id))),
  stopOffer: staff(PAGE, ({ app, actor, params }) => stopOffer(app, actor, parseId(params.id))),
  remove: staff(PAGE, ({ app, actor, params }) => cancelEntry(app, actor, parseId(params.id))),
});
