import { existsSync } from "node:fs";
import { pauseSending, removeDatabase, replaceDatabase, requireReadable } from "#db/backup.ts";
import { indexAllContacts } from "#db/clients/contact-words.ts";
import { inTransaction } from "#db/connection.ts";
import {
  BadExport,
  completeDraft,
  createInsert,
  type Draft,
  type ImportedCell,
  isUnused,
  openDraft,
} from "#db/integrations/import-data.ts";
import { indexAllBodies } from "#db/messaging/messages-thread.ts";
import { isKnownSchema, SCHEMA_VERSION } from "#db/migrate.ts";
import { indexAllAudits } from "#db/platform/audit-search.ts";
import { allSettings, setSetting } from "#db/platform/settings.ts";
import { allUsers } from "#db/platform/users.ts";
import { hashPassword } from "#src/accounts/sign-in/passwords.ts";
import { recordImportedSubscriptions } from "#src/billing/stripe-provider.ts";
import { indexAllCalls } from "#src/calls/transcripts/searchable.ts";
import { dataFile, ExportManifest, MANIFEST_FILE } from "#src/integrations/exports/manifest.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import type { Config } from "#src/platform/config.ts";
import type { SecretName } from "#src/platform/settings/table-contract.ts";
import { BadZip, openZip, type ZipEntry } from "#src/platform/zip.ts";
import { findOwn } from "#src/shared/find-own.ts";
import { formatCount } from "#src/shared/format-count.ts";
import { CommandError } from "./command-error.ts";
import { createAppOn, lockFolder, openOwn } from "./open.ts";

const PAUSED =
  "This data was imported from another Parlor. Stop that one, connect Twilio here, then resume";

/** Runs `parlor import FILE`. The server must be stopped. The database gets its name when it is complete. */
export async function importData(config: Config, file: string): Promise<string> {
  requireReadable(file);
  const archive = await verifyArchive(file);
  lockFolder(config);
  requireUnused(config);
  const draftFile = `${config.databaseFile}.importing`;
  try {
    const usernames = await fillDraft(config, draftFile, archive).catch((error: unknown) => {
      if (!(error instanceof BadExport)) throw error;
      throw new CommandError(`${file} can't be imported: ${error.message}. Nothing was changed.`);
    });
    const replaced = replaceDatabase(draftFile, config.databaseFile, Date.now());
    // It was empty.
    if (replaced) removeDatabase(replaced);
    return describeImport(config, file, archive.manifest, usernames);
  } finally {
    removeDatabase(draftFile);
  }
}

interface Archive {
  readonly manifest: ExportManifest;
  readonly entries: ReadonlyMap<string, ZipEntry>;
}

/** Reads the whole file once, so that nothing is written because of a damaged one. @throws CommandError */
async function verifyArchive(file: string): Promise<Archive> {
  try {
    const entries = await openZip(file);
    const manifest = await readManifest(file, entries);
    for (const entry of entries.values()) for await (const _ of entry.read());
    return { manifest, entries };
  } catch (error) {
    if (!(error instanceof BadZip)) throw error;
    throw new CommandError(
      `${file} isn't an intact ZIP: ${error.message}. Copy the export again. Nothing was changed.`,
    );
  }
}

/** @throws CommandError when the archive isn't an export of everything, or is from another version */
async function readManifest(
  file: string,
  entries: ReadonlyMap<string, ZipEntry>,
): Promise<ExportManifest> {
  const entry = entries.get(MANIFEST_FILE);
  const result = ExportManifest.safeParse(entry && toJson(await readText(entry)));
  if (!result.success)
    throw new CommandError(
      `${file} isn't an export of everything in Parlor. Export without dates, in Settings, Exports, or with \`parlor export\`.`,
    );
  const { schema } = result.data;
  if (schema > SCHEMA_VERSION)
    throw new CommandError(
      `${file} was exported by a newer Parlor (schema ${schema}, this program knows ${SCHEMA_VERSION}). Install that version, then import again.`,
    );
  if (!isKnownSchema(schema))
    throw new CommandError(`${file} was exported by a Parlor that this program doesn't know.`);
  return result.data;
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function readText(entry: ZipEntry): Promise<string> {
  return new TextDecoder().decode(Buffer.concat(await Array.fromAsync(entry.read())));
}

/** @throws CommandError */
function requireUnused(config: Config): void {
  if (!existsSync(config.databaseFile)) return;
  const db = openOwn(config);
  const isEmpty = isUnused(db);
  db.close();
  if (!isEmpty)
    throw new CommandError(
      `${config.dataFolder} already holds a salon's data. Choose an empty folder with --data.`,
    );
}

/** Writes everything into a new database. Returns the names of its administrators. @throws BadExport */
async function fillDraft(config: Config, file: string, archive: Archive): Promise<string[]> {
  const { manifest, entries } = archive;
  const draft = openDraft(file, manifest.schema);
  try {
    // No one knows this password: users set their own.
    const password = await hashPassword(crypto.randomUUID());
    for (const table of draft.tables) {
      const entry = entries.get(dataFile(table));
      const fixed = table === "users" ? { password_hash: password } : {};
      const rows = entry ? await fillTable(draft, table, entry, fixed) : undefined;
      if (rows === undefined || rows !== findOwn(manifest.rows, table))
        throw new BadExport(`rows of ${table} are missing`);
    }
    completeDraft(draft, manifest.sequences);
    inTransaction(draft.db, () => {
      for (const index of [indexAllContacts, indexAllBodies, indexAllAudits]) index(draft.db);
    });
    const usernames = adoptDraft(config, draft, manifest);
    draft.db.run("PRAGMA journal_mode = DELETE");
    return usernames;
  } finally {
    draft.db.close();
  }
}

/** Returns the number of rows. @throws BadExport */
async function fillTable(
  draft: Draft,
  table: string,
  entry: ZipEntry,
  fixed: Readonly<Record<string, string>>,
): Promise<number> {
  let insert: ReturnType<typeof createInsert> | undefined;
  let count = 0;
  for await (const lines of readLines(entry)) {
    const rows = lines.map((line) => parseRow(table, line));
    const [first = [], ...rest] = rows;
    if (insert) count += insert(rows);
    else {
      insert = createInsert(draft, table, first.map(String), fixed);
      count += insert(rest);
    }
  }
  return count;
}

function parseRow(table: string, line: string): ImportedCell[] {
  const row = toJson(line);
  if (!Array.isArray(row)) throw new BadExport(`a row of ${table} can't be read`);
  return row;
}

/** Complete lines, as many as each piece of the file has. */
async function* readLines(entry: ZipEntry): AsyncGenerator<string[]> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const piece of entry.read()) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    if (lines.length > 0) yield lines;
  }
}

/** Adds what this server must know about data that comes from another one. */
function adoptDraft(config: Config, { db }: Draft, manifest: ExportManifest): string[] {
  const app = createAppOn(db, config);
  return inTransaction(db, () => {
    indexAllCalls(app);
    // Without the setting, appointments would take this machine's zone.
    if (!allSettings(db).has("timeZone")) setSetting(db, "timeZone", manifest.timeZone);
    pauseSending(db, PAUSED, app.now());
    recordImportedSubscriptions(app);
    recordSystem(app, { action: "data.import", metadata: { schema: manifest.schema } });
    return allUsers(db)
      .filter(({ role, approved }) => role === "admin" && approved)
      .map(({ username }) => username);
  });
}

/** What to enter again for each secret that was saved. */
const SECRETS: Readonly<Record<SecretName, string>> = {
  twilioAuthToken: "Twilio's auth token",
  smtpPassword: "the mail server's password",
  membershipSmtpPassword: "the password of the mail server for memberships",
  openaiApiKey: "OpenAI's API key",
  elevenlabsApiKey: "ElevenLabs' API key",
  stripeSecretKey: "Stripe's secret key",
  stripeWebhookSecret: "Stripe's webhook signing secret",
  googleApiKey: "Google's API key",
  googleOAuthClientSecret: "Google's client secret",
  googleOAuthRefreshToken: "the sign-in at Google",
  vapidPrivateKey: "notifications on each device",
};

function describeImport(
  { dataFolder }: Config,
  file: string,
  { rows, secrets }: ExportManifest,
  [admin = "NAME", ...others]: readonly string[],
): string {
  const missing = secrets.map((name) => findOwn(SECRETS, name) ?? name);
  return [
    `Imported ${formatCount(rows["contacts"] ?? 0, "client")} and everything else from ${file}.`,
    `Set a new password: parlor admin reset-password --username ${admin} --data ${dataFolder}`,
    `${others.length > 0 ? `Do the same for ${others.join(", ")}. ` : ""}Other users choose “Forgot password” when they sign in, or you set a password for them.`,
    ...(missing.length > 0 ? [`Enter again in Settings: ${missing.join(", ")}.`] : []),
    "API keys, calendar feeds and two-step sign-in are set up again by each user.",
    "Sending is paused until an administrator resumes it in Settings. Stop the other Parlor first.",
  ].join("\n");
}
