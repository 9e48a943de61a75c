import { randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Config } from "#src/platform/config.ts";
import { keyIdOf } from "./secret-box.ts";

const KEY_BYTES = 32;
/** In the database's state: which key its records were sealed with by the last rotation. */
export const KEY_IN_USE = "secret-key";

interface Keys {
  /** What new records are sealed with. */
  readonly key: Uint8Array;
  /** What else opens: the key of a rotation on its way, and those of before, for older backups. */
  readonly others: readonly Uint8Array[];
}

/**
 * From PARLOR_SECRET_KEY, else the key file, which is made (0600) when it is not there. A rotation
 * that was cut off after its records were written counts: `inUse` names the key that they have.
 */
export function readSecretKeys(config: Config, inUse: string | undefined): Keys {
  const configured = configuredKey(config);
  const pending = pendingKey(config);
  const former = formerKeys(config);
  return pending && keyIdOf(pending) === inUse
    ? { key: pending, others: [configured, ...former] }
    : { key: configured, others: pending ? [pending, ...former] : former };
}

function configuredKey(config: Config): Uint8Array {
  const { secretKey, secretKeyFile } = config;
  if (secretKey) return requireKeyLength(Buffer.from(secretKey, "base64"), "PARLOR_SECRET_KEY");
  if (!existsSync(secretKeyFile)) writeKey(secretKeyFile, randomBytes(KEY_BYTES));
  return requireKeyLength(readKey(secretKeyFile), secretKeyFile);
}

/** The key that a rotation has made; undefined also where it was cut off while it wrote it. */
export function pendingKey(config: Config): Uint8Array | undefined {
  const file = pendingFile(config);
  if (!existsSync(file)) return undefined;
  const key = readKey(file);
  return key.length === KEY_BYTES ? key : undefined;
}

export function pendingFile({ secretKeyFile }: Config): string {
  return `${secretKeyFile}.new`;
}

export function createPendingKey(config: Config): Uint8Array {
  const key = randomBytes(KEY_BYTES);
  writeKey(pendingFile(config), key);
  return key;
}

/** Where the key that sealed the backups until now stays. */
function formerFile(config: Config): string {
  return `${config.secretKeyFile}.former-${keyIdOf(configuredKey(config))}`;
}

/** The old key stays beside the new one: backups of before were sealed with it. */
export function saveFormerKey(config: Config): string | undefined {
  if (config.secretKey) return undefined;
  const file = formerFile(config);
  if (!existsSync(file)) writeKey(file, configuredKey(config));
  return file;
}

export function adoptPendingKey(config: Config): void {
  renameSync(pendingFile(config), config.secretKeyFile);
  syncFolder(dirname(config.secretKeyFile));
}

/**
 * What a rotation that was cut off left behind; only by who holds the folder. Before its records were
 * written the new key is forgotten, afterwards it takes the old one's place.
 */
export function completeRotation(config: Config, inUse: string | undefined): void {
  if (!existsSync(pendingFile(config))) return;
  const pending = pendingKey(config);
  const adopted = pending && keyIdOf(pending) === keyIdOf(configuredKey(config));
  if (!pending || adopted || keyIdOf(pending) !== inUse) rmSync(pendingFile(config));
  else if (!config.secretKey) {
    saveFormerKey(config);
    adoptPendingKey(config);
  }
}

function formerKeys({ secretKeyFile }: Config): Uint8Array[] {
  const folder = dirname(secretKeyFile);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.startsWith(`${basename(secretKeyFile)}.former-`))
    .map((name) => readKey(join(folder, name)))
    .filter((key) => key.length === KEY_BYTES);
}

function readKey(file: string): Uint8Array {
  return Buffer.from(readFileSync(file, "utf8").trim(), "base64");
}

/** On the disk, name and all, before anything is sealed with it; under its name only when it is whole. */
function writeKey(file: string, key: Uint8Array): void {
  const draft = `${file}.writing`;
  rmSync(draft, { force: true });
  const handle = openSync(draft, "wx", 0o600);
  writeSync(handle, Buffer.from(key).toString("base64"));
  fsyncSync(handle);
  closeSync(handle);
  renameSync(draft, file);
  syncFolder(dirname(file));
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, "r");
  fsyncSync(handle);
  closeSync(handle);
}

function requireKeyLength(key: Uint8Array, source: string): Uint8Array {
  if (key.length !== KEY_BYTES) throw new Error(`${source} must hold 32 bytes in base64.`);
  return key;
}
