import { parseId } from "#src/platform/http/ids.ts";
import { admin, defineModule } from "#src/platform/http/routes.ts";
import { calendarFeeds } from "./contract.ts";
import { createFeed, getFeed, removeFeed } from "./feeds.ts";

export const calendarFeedModule = defineModule(calendarFeeds, {
  one: admin(({ app, params }) => getFeed(app, parseId(params.id))),
  create: admin(({ app, actor, params }) => createFeed(app, actor, parseId(params.id))),
  remove: admin(({ app, actor, params }) => removeFeed(app, actor, parseId(params.id))),
});
