import { admin, defineModule, staff } from "#src/platform/http/routes.ts";
import { reviews } from "./contract.ts";
import { fetchNow, getConnection } from "./fetch.ts";
import { disconnect, startSignIn } from "./google-sign-in.ts";
import { listReviews } from "./list.ts";
import {
  checkOff,
  getReviewStats,
  matchReview,
  rematch,
  uncheck,
  unmatchReview,
} from "./reviews.ts";

const PAGE = "/reviews";

export const reviewModule = defineModule(reviews, {
  list: staff(PAGE, ({ app, actor, query }) => listReviews(app, actor, query)),
  stats: staff(PAGE, ({ app }) => getReviewStats(app)),
  connection: staff(PAGE, ({ app }) => getConnection(app)),
  fetch: staff(PAGE, async ({ app, actor }) => ({ message: await fetchNow(app, actor) })),
  rematch: staff(PAGE, ({ app, actor }) => rematch(app, actor)),
  match: staff(PAGE, ({ app, actor, id, body }) => matchReview(app, actor, id, body.contactId)),
  unmatch: staff(PAGE, ({ app, actor, id }) => unmatchReview(app, actor, id)),
  checkOff: staff(PAGE, ({ app, actor, id }) => checkOff(app, actor, id)),
  uncheck: staff(PAGE, ({ app, actor, id }) => uncheck(app, actor, id)),
  startSignIn: admin(({ app, actor }) => ({ authUrl: startSignIn(app, actor) })),
  disconnect: admin(({ app, actor }) => disconnect(app, actor)),
});
