import { admin, adminWithPassword, defineModule } from "#src/platform/http/routes.ts";
import { findApiKey, generateApiKey } from "./api-key.ts";
import { webhooks } from "./contract.ts";
import { listRequests } from "./request-log.ts";

export const webhookModule = defineModule(webhooks, {
  readKey: adminWithPassword(({ app, actor }) => ({ apiKey: findApiKey(app, actor) })),
  generateKey: adminWithPassword(({ app, actor }) => ({ apiKey: generateApiKey(app, actor) })),
  requests: admin(({ app }) => listRequests(app)),
});
