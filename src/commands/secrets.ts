import { inTransaction } from "#db/connection.ts";
import { resealAll } from "#db/platform/encrypted-columns.ts";
import { writeState } from "#db/state.ts";
import type { App } from "#src/app.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import type { Config } from "#src/platform/config.ts";
import { createSecretBox, keyIdOf } from "#src/platform/secrets/secret-box.ts";
import {
  adoptPendingKey,
  createPendingKey,
  KEY_IN_USE,
  pendingFile,
  pendingKey,
  saveFormerKey,
} from "#src/platform/secrets/secret-keys.ts";
import { CommandError } from "./command-error.ts";
import { openForServing, requireDatabase } from "./open.ts";

/** Runs `parlor secrets rotate`, which seals every saved secret with a new key. The server must be stopped. */
export function rotate(config: Config): string {
  requireDatabase(config);
  const app = openForServing(config);
  if (pendingKey(config))
    throw new CommandError(
      `The key from the last rotation isn't in use yet. Put the contents of ${pendingFile(config)} into PARLOR_SECRET_KEY first.`,
    );
  let message = "";
  for (const step of rotateSecrets(app)) message = step.message;
  return message;
}

const FEEDS = "Calendar feeds get new addresses: copy them in Parlor again.";

interface Step {
  readonly name: string;
  /** Printed when this is the last step. */
  readonly message: string;
}

/**
 * Rotates in steps, so that a test can interrupt it between any two. At all times the keys in the folder
 * can open every record: the old key until the transaction, then the pending new key.
 */
export function* rotateSecrets(app: App): Generator<Step> {
  const { config } = app;
  const key = createPendingKey(config);
  yield { name: "the new key is on the disk", message: "" };

  const { done, closed } = resealSecrets(app, key);
  const summary = `${done} saved secrets are encrypted with a new key.${
    closed > 0 ? ` ${closed} couldn't be decrypted and must be entered again in Settings.` : ""
  }`;
  yield {
    name: "the records are sealed with the new key",
    message: `${summary} It is in ${pendingFile(config)}. Put its contents and a comma in front of what PARLOR_SECRET_KEY has now, and start Parlor, which then removes that file. Without the former key, links that were texted stop working, and secrets in older backups don't open. ${FEEDS}`,
  };
  if (config.secretKey) return;

  const former = saveFormerKey(config);
  yield { name: "the former key is saved", message: "" };
  adoptPendingKey(config);
  yield {
    name: "the new key is in place",
    message: `${summary} Keep a copy of ${config.secretKeyFile}. Older backups and links that were texted need ${former}; delete it together with them. ${FEEDS}`,
  };
}

function resealSecrets(app: App, key: Uint8Array) {
  const box = createSecretBox(key);
  return inTransaction(app.db, () => {
    const counted = resealAll(app.db, (column, record) => {
      const secret = app.secrets.open(column, record);
      return secret === undefined
        ? undefined
        : { record: box.seal(column, secret), lookup: box.keyedHash(column, secret) };
    });
    writeState(app.db, KEY_IN_USE, keyIdOf(key));
    recordSystem(app, { action: "secrets.rotate", metadata: { ...counted } });
    return counted;
  });
}
