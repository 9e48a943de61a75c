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
import { BadConfig, type Config } from "#src/platform/config.ts";
import { keyIdOf } from "./secret-box.ts";

const KEY_BYTES = 32;
/** The state entry with the id of the key that the last rotation sealed the records with. */
export const KEY_IN_USE = "secret-key";

interface Keys {
  /** Seals new records. */
  readonly key: Uint8Array;
  /** Also open records: the key of a rotation in progress, and former keys for older backups and links that were texted. */
  readonly others: readonly Uint8Array[];
}

/**
 * Reads the key from PARLOR_SECRET_KEY or from the key file, which is created (0600) if missing. After
 * a rotation that was interrupted once its records were written, `inUse` names the key they have.
 */
export function readSecretKeys(config: Config, inUse: string | undefined): Keys {
  const { secretKey, secretKeyFile } = config;
  if (!secretKey && !existsSync(secretKeyFile) && !existsSync(pendingFile(config)))
    writeKey(secretKeyFile, randomBytes(KEY_BYTES));
  return readKeys(config, inUse);
}

/** Reads the key as `readSecretKeys` does, but creates none. Returns undefined when there is none. */
export function findSecretKeys(config: Config, inUse: string | undefined): Keys | undefined {
  return config.secretKey || existsSync(config.secretKeyFile) ? readKeys(config, inUse) : undefined;
}

function readKeys(config: Config, inUse: string | undefined): Keys {
  const configured = configuredKey(config);
  const pending = pendingKey(config);
  const former = formerKeys(config);
  return pending && keyIdOf(pending) === inUse
    ? { key: pending, others: [configured, ...former] }
    : { key: configured, others: pending ? [pending, ...former] : former };
}

function configuredKey(config: Config): Uint8Array {
  const { secretKeyFile } = config;
  const [named] = namedKeys(config);
  if (named) return named;
  if (!existsSync(secretKeyFile))
    throw new BadConfig(
      `There's no key in ${secretKeyFile} or PARLOR_SECRET_KEY, but ${pendingFile(config)} is from a rotation. Put its contents into PARLOR_SECRET_KEY.`,
    );
  return requireKeyLength(
    readKey(secretKeyFile),
    `${secretKeyFile} is damaged: it must hold 32 bytes in base64. Put your copy of it back. If there's none, move this file away; Parlor then makes a new key, and saved passwords and tokens must be entered again.`,
  );
}

/** The keys in PARLOR_SECRET_KEY: the one in use, then former ones. */
function namedKeys({ secretKey }: Config): Uint8Array[] {
  if (!secretKey) return [];
  return secretKey
    .split(",")
    .map((key) =>
      requireKeyLength(
        Buffer.from(key, "base64"),
        "PARLOR_SECRET_KEY must hold 32 bytes in base64. Former keys may follow after commas. Use the key that belongs to this database. For a new installation, make one with: openssl rand -base64 32",
      ),
    );
}

/** Returns the new key of an unfinished rotation; undefined if there is none, or if it was only partly written. */
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

/** Where the key that sealed the existing backups is kept. */
function formerFile(config: Config): string {
  return `${config.secretKeyFile}.former-${keyIdOf(configuredKey(config))}`;
}

/** Keeps the old key next to the new one, because existing backups were sealed with it. */
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
 * Completes an interrupted rotation; the caller must hold the folder's lock. If its records were not
 * written, the new key is deleted; otherwise it replaces the old one.
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

function formerKeys(config: Config): Uint8Array[] {
  const folder = dirname(config.secretKeyFile);
  const saved = existsSync(folder) ? readdirSync(folder) : [];
  return saved
    .filter((name) => name.startsWith(`${basename(config.secretKeyFile)}.former-`))
    .map((name) => readKey(join(folder, name)))
    .filter((key) => key.length === KEY_BYTES)
    .concat(namedKeys(config).slice(1));
}

function readKey(file: string): Uint8Array {
  return Buffer.from(readFileSync(file, "utf8").trim(), "base64");
}

/** Syncs the key and its directory entry before anything is sealed with it. The rename makes the write atomic. */
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

/** @throws BadConfig with this message */
function requireKeyLength(key: Uint8Array, message: string): Uint8Array {
  if (key.length !== KEY_BYTES) throw new BadConfig(message);
  return key;
}
