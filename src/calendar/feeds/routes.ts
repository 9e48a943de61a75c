import { idOf } from "#src/platform/http/ids.ts";
import { admin, type Routes } from "#src/platform/http/routes.ts";
import type { calendarFeeds } from "./contract.ts";
import { makeFeed, readFeed, removeFeed } from "./feeds.ts";

export const calendarFeedRoutes: Routes<typeof calendarFeeds> = {
  one: admin(({ app, params }) => readFeed(app, idOf(params.id))),
  make: admin(({ app, actor, params }) => makeFeed(app, actor, idOf(params.id))),
  remove: admin(({ app, actor, params }) => removeFeed(app, actor, idOf(params.id))),
};
