import { admin, defineModule } from "#src/platform/http/routes.ts";
import { generateKey, readKey } from "./api-key.ts";
import { webhooks } from "./contract.ts";
import { lastCalls } from "./request-log.ts";

export const webhookModule = defineModule(webhooks, {
  readKey: admin(({ app, actor }) => ({ apiKey: readKey(app, actor) })),
  // A promise is not kept for a repeated call: the key would lie there in the open.
  generateKey: admin(async ({ app, actor }) => ({ apiKey: generateKey(app, actor) })),
  calls: admin(({ app }) => lastCalls(app)),
});
