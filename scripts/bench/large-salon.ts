import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "#db/connection.ts";
import { migrate } from "#db/migrate.ts";
import { setSetting } from "#db/platform/settings.ts";
import { findUserByName } from "#db/platform/users.ts";
import { buildLargeSalon } from "#scripts/bench/sql/large-salon.ts";
import { createAdmin } from "#src/accounts/sign-in/sign-in.ts";
import { createApp } from "#src/create-app.ts";
import { readConfig } from "#src/platform/config.ts";
import { createProviders } from "#src/platform/providers/providers.ts";
import { createSecretBox } from "#src/platform/secrets/secret-box.ts";
import { readSecretKeys } from "#src/platform/secrets/secret-keys.ts";
import { saveSettings } from "#src/platform/settings/settings.ts";

export const OWNER = { username: "owner", password: "a-long-enough-one" } as const;

export interface Large {
  readonly contacts: number;
  readonly messages: number;
}

/**
 * Creates the folder of a salon with this many contacts and ten times as many texts. An existing
 * folder is reused. Texts are sent to `sink`.
 */
export async function largeSalon(folder: string, contacts: number, sink: string): Promise<Large> {
  const config = readConfig({ PARLOR_DATA: folder, TWILIO_API_BASE: sink });
  const conversations = Math.floor(contacts / 10);
  const sizes = { contacts, campaigns: 9, conversations, textsEach: 10 };
  const messages = contacts * sizes.campaigns + conversations * sizes.textsEach;
  if (statSync(config.databaseFile, { throwIfNoEntry: false })) return { contacts, messages };

  mkdirSync(folder, { recursive: true });
  const db = openDatabase(config.databaseFile);
  migrate(db);
  const app = createApp({
    db,
    config,
    providers: createProviders(config),
    secrets: createSecretBox(readSecretKeys(config, undefined).key),
    log: () => undefined,
  });
  await createAdmin(app, { ...OWNER, email: "owner@example.com" });
  const user = findUserByName(db, OWNER.username);
  if (!user) throw new Error("no owner");
  saveSettings(
    app,
    { ...user, caller: { ip: null, userAgent: null } },
    {
      twilioAccountSid: `AC${"a".repeat(32)}`,
      twilioAuthToken: "token",
      twilioPhoneNumber: "+12025550100",
      webhookBaseUrl: "https://salon.example.com",
      quietHoursEnabled: false,
      timeZone: "America/New_York",
    },
  );
  // Faster than the form allows, to measure the machine and not the pace.
  setSetting(db, "messageCount", 1_000_000);
  setSetting(db, "delaySeconds", 1);
  if (contacts > 0) buildLargeSalon(db, user.id, sizes, Date.now());
  db.close();
  return { contacts, messages };
}

if (import.meta.main) {
  const [
    folder = join(import.meta.dir, "../../dist/bench-salon"),
    contacts = "1000000",
    sink = "",
  ] = process.argv.slice(2);
  const started = performance.now();
  const made = await largeSalon(folder, Number(contacts), sink || "http://127.0.0.1:9");
  const bytes = statSync(join(folder, "parlor.db")).size;
  process.stdout.write(
    `${made.contacts} contacts, ${made.messages} messages, ${(bytes / 2 ** 20).toFixed(0)} MB, ${((performance.now() - started) / 1000).toFixed(0)} s\n`,
  );
}
