import { admin, defineModule } from "#src/platform/http/routes.ts";
import { calendarFeeds } from "./contract.ts";
import { createFeed, getFeed, removeFeed } from "./feeds.ts";

export const calendarFeedModule = defineModule(calendarFeeds, {
  one: admin(({ app, id }) => getFeed(app, id)),
  create: admin(({ app, actor, id }) => createFeed(app, actor, id)),
  remove: admin(({ app, actor, id }) => removeFeed(app, actor, id)),
});
