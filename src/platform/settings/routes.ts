import { inTransaction } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { record } from "#src/platform/audit/audit.ts";
import { requireDiskReserve } from "#src/platform/disk/disk.ts";
import { admin, defineModule, staff } from "#src/platform/http/routes.ts";
import { resumeSending } from "#src/platform/sending-state.ts";
import { Problem } from "#src/shared/problem.ts";
import {
  connectWebhook,
  testElevenlabs,
  testGoogle,
  testMembershipSmtp,
  testOpenai,
  testSmtp,
  testStripe,
} from "./connection-tests.ts";
import { settings } from "./contract.ts";
import { readSettings, saveSettings } from "./settings.ts";
import type { SettingsChange } from "./shapes-contract.ts";

export const settingsModule = defineModule(settings, {
  read: staff("any", ({ app, actor }) => readSettings(app, actor)),
  save: admin(({ app, actor, body, host }) => {
    refuseOwnHost(app, body, host);
    return saveSettings(app, actor, body);
  }),
  testTwilio: admin(({ app }) => app.providers.carrier.check(app)),
  testSmtp: admin(({ app, actor }) => testSmtp(app, actor)),
  testMembershipSmtp: admin(({ app, actor }) => testMembershipSmtp(app, actor)),
  testStripe: admin(({ app }) => testStripe(app)),
  testOpenai: admin(({ app }) => testOpenai(app)),
  testElevenlabs: admin(({ app }) => testElevenlabs(app)),
  testGoogle: admin(({ app }) => testGoogle(app)),
  testWebhook: admin(({ app }) => app.providers.carrier.checkWebhooks(app)),
  connectWebhook: admin(({ app, actor }) => connectWebhook(app, actor)),
  resumeSending: admin(({ app, actor }) => {
    requireDiskReserve(app.config);
    return inTransaction(app.db, () => {
      resumeSending(app);
      record(app, actor, { action: "sending.resumed" });
      return readSettings(app, actor);
    });
  }),
});

/** Without a public URL only the request tells the staff's address, which has to keep working. */
function refuseOwnHost(app: App, { membershipDomain }: SettingsChange, host = ""): void {
  if (app.config.publicUrl || !membershipDomain) return;
  if (host.replace(/:\d+$/, "").toLowerCase() === membershipDomain)
    throw new Problem(400, "You're using this address now. Use another domain for client pages.", {
      errors: { membershipDomain: "You're using this address now." },
    });
}
