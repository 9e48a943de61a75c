import { idOf } from "#src/http/ids.ts";
import { admin, type Routes } from "#src/http/routes.ts";
import { makeFeed, readFeed, removeFeed } from "./calendar-feeds.ts";
import type { calendarFeeds } from "./contract.ts";

export const calendarFeedRoutes: Routes<typeof calendarFeeds> = {
  one: admin(({ app, params }) => readFeed(app, idOf(params.id))),
  make: admin(({ app, actor, params }) => makeFeed(app, actor, idOf(params.id))),
  remove: admin(({ app, actor, params }) => removeFeed(app, actor, idOf(params.id))),
};
