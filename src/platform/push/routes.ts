import { defineModule, staff } from "#src/platform/http/routes.ts";
import { push } from "./contract.ts";
import { readPushState, subscribe, unsubscribe, vapidKeys } from "./push.ts";

export const pushModule = defineModule(push, {
  state: staff("any", ({ app, actor, session }) => readPushState(app, actor, session)),
  key: staff("any", async ({ app, actor }) => ({
    publicKey: (await vapidKeys(app, actor)).publicKey,
  })),
  subscribe: staff("any", ({ app, actor, session, body }) => subscribe(app, actor, session, body)),
  unsubscribe: staff("any", ({ app, actor, session }) => unsubscribe(app, actor, session)),
});
