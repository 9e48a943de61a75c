import { admin, defineModule } from "#src/platform/http/routes.ts";
import { findApiKey, generateApiKey } from "./api-key.ts";
import { webhooks } from "./contract.ts";
import { listRequests } from "./request-log.ts";

export const webhookModule = defineModule(webhooks, {
  readKey: admin(({ app, actor }) => ({ apiKey: findApiKey(app, actor) })),
  // Async, because the reply of a synchronous function is stored for repeated requests, key included.
  generateKey: admin(async ({ app, actor }) => ({ apiKey: generateApiKey(app, actor) })),
  requests: admin(({ app }) => listRequests(app)),
});
