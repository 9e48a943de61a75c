import { admin, defineModule, staff } from "#src/platform/http/routes.ts";
import { acceptOffer } from "./answer-offer.ts";
import { waitlist } from "./contract.ts";
import { waitlistToday } from "./fitting-today-contract.ts";
import { listTodayGaps, offerTime } from "./today-gaps.ts";
import {
  addToWaitlist,
  cancelEntry,
  listFittingAt,
  listFittingEntries,
  listFittingToday,
  listWaitlist,
  offerToNext,
  stopOffer,
} from "./waitlist.ts";

const PAGE = "/waitlist";

export const waitlistModule = defineModule(waitlist, {
  list: staff(PAGE, ({ app, actor }) => listWaitlist(app, actor)),
  fitting: staff(PAGE, ({ app, actor, id }) => listFittingEntries(app, actor, id)),
  fittingAt: staff(PAGE, ({ app, actor, query }) => listFittingAt(app, actor, query)),
  add: staff(PAGE, ({ app, actor, body }) => addToWaitlist(app, actor, body)),
  acceptOffer: admin(({ app, actor, id }) => acceptOffer(app, actor, id)),
  offerNext: staff(PAGE, ({ app, actor, id }) => offerToNext(app, actor, id)),
  stopOffer: staff(PAGE, ({ app, actor, id }) => stopOffer(app, actor, id)),
  remove: staff(PAGE, ({ app, actor, id }) => cancelEntry(app, actor, id)),
});

export const waitlistTodayModule = defineModule(waitlistToday, {
  fitting: staff(PAGE, ({ app, actor }) => listFittingToday(app, actor)),
  gaps: staff("/appointments", ({ app, actor }) => listTodayGaps(app, actor)),
  offerTime: staff(PAGE, ({ app, actor, body }) => offerTime(app, actor, body)),
});
