import { idOf } from "#src/platform/http/ids.ts";
import { admin, defineModule } from "#src/platform/http/routes.ts";
import { calendarFeeds } from "./contract.ts";
import { makeFeed, readFeed, removeFeed } from "./feeds.ts";

export const calendarFeedModule = defineModule(calendarFeeds, {
  one: admin(({ app, params }) => readFeed(app, idOf(params.id))),
  make: admin(({ app, actor, params }) => makeFeed(app, actor, idOf(params.id))),
  remove: admin(({ app, actor, params }) => removeFeed(app, actor, idOf(params.id))),
});
