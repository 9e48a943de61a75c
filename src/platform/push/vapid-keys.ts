import { writeWhenFree } from "#db/connection.ts";
import { setSetting } from "#db/platform/settings.ts";
import type { App, Staff } from "#src/app.ts";
import { record } from "#src/platform/audit/audit.ts";
import { generateVapidKeys, type VapidKeys } from "#src/platform/providers/push.ts";
import { findSecret, getSettings } from "#src/platform/settings/settings.ts";

/** Returns this server's keys for push services (RFC 8292), and generates them at first use. */
export async function vapidKeys(app: App, actor: Staff): Promise<VapidKeys> {
  const known = findVapidKeys(app);
  if (known) return known;
  const made = await generateVapidKeys();
  return writeWhenFree(app.db, () => {
    // Another request may have been faster.
    const other = findVapidKeys(app);
    if (other) return other;
    setSetting(app.db, "vapidPublicKey", made.publicKey);
    setSetting(app.db, "vapidPrivateKey", app.secrets.seal("vapidPrivateKey", made.privateKey));
    record(app, actor, { action: "push.generate_keys" });
    app.events.changed("settings");
    return made;
  });
}

/** Undefined before the first use, and when the private key was sealed with another key. */
export function findVapidKeys(app: App): VapidKeys | undefined {
  const privateKey = findSecret(app, "vapidPrivateKey");
  const { vapidPublicKey: publicKey } = getSettings(app);
  return privateKey && publicKey ? { publicKey, privateKey } : undefined;
}
