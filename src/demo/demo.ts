import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "#db/connection.ts";
import { releaseLocks } from "#db/lock.ts";
import { requireOwnDatabase, schemaVersion } from "#db/migrate.ts";
import { deleteState, readState, writeState } from "#db/state.ts";
import { CommandError } from "#src/commands/command-error.ts";
import { actAsFolderOwner } from "#src/commands/folder-owner.ts";
import { lockFolder } from "#src/commands/open.ts";
import { serve } from "#src/commands/serve.ts";
import { type Config, type Flags, readConfig } from "#src/platform/config.ts";
import { DEMO_PASSWORD, DEMO_USER, fillSalon } from "./salon.ts";

const OWN_FILES = /^(?:(?:parlor\.db|lock\.db|secret\.key)|(?:ballast|damaged|backups)$)/;
/** Set while the sample data is being written. */
const FILLING = "demo-filling";

/** Runs `parlor demo`: a sample salon in a separate folder, on the simulated carrier. */
export async function demo(
  environment: Record<string, string | undefined>,
  flags: Flags & { readonly fresh?: boolean | undefined },
): Promise<void> {
  const folder = flags.data ?? "data/demo";
  const config = readConfig(environment, { ...flags, data: folder, demo: true });
  actAsFolderOwner(config.dataFolder);
  const isUnfinished = inspectFolder(config.databaseFile);
  if (isUnfinished) process.stdout.write("The last start was interrupted. Starting over.\n");
  if (flags.fresh || isUnfinished) deleteFolder(config);

  const { url } = await serve(config, async (app) => {
    if (readState<boolean>(app.db, "demo")) return;
    writeState(app.db, "demo", true);
    writeState(app.db, FILLING, true);
    await fillSalon(app);
    deleteState(app.db, FILLING);
  });
  process.stdout.write(
    `\nA sample salon is open: ${url.replace("127.0.0.1", "localhost")}\nSign in as ${DEMO_USER} with the password ${DEMO_PASSWORD}\nNo text leaves this computer.\n`,
  );
}

/** The folder may hold other files, too. @throws CommandError while another Parlor uses it */
function deleteFolder(config: Config): void {
  if (!existsSync(config.dataFolder)) return;
  lockFolder(config);
  releaseLocks();
  for (const name of readdirSync(config.dataFolder).filter((file) => OWN_FILES.test(file)))
    rmSync(join(config.dataFolder, name), { recursive: true, force: true });
}

/** Returns whether a start was interrupted while it filled the salon. @throws CommandError for real data */
function inspectFolder(file: string): boolean {
  if (!existsSync(file)) return false;
  const db = openDatabase(file, 5_000);
  requireOwnDatabase(db, file);
  const isReal = schemaVersion(db) > 0 && !readState<boolean>(db, "demo");
  const isUnfinished =
    !isReal && (schemaVersion(db) === 0 || (readState<boolean>(db, FILLING) ?? false));
  db.close();
  if (isReal)
    throw new CommandError(
      `${file} holds real data, which the demo won't touch. Choose another folder with --data.`,
    );
  return isUnfinished;
}
