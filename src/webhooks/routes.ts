import { admin, type Routes } from "#src/http/routes.ts";
import { generateKey, readKey } from "./api-key.ts";
import { lastCalls } from "./calls.ts";
import type { webhooks } from "./contract.ts";

export const webhookRoutes: Routes<typeof webhooks> = {
  readKey: admin(({ app, actor }) => ({ apiKey: readKey(app, actor) })),
  // A promise is not kept for a repeated call: the key would lie there in the open.
  generateKey: admin(async ({ app, actor }) => ({ apiKey: generateKey(app, actor) })),
  calls: admin(({ app }) => lastCalls(app)),
};
