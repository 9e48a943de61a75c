import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { releaseLocks, withDeferredCommits } from "#db/connection.ts";
import { schemaVersion } from "#db/migrate.ts";
import { deleteState, readState, writeState } from "#db/state.ts";
import { CommandError } from "#src/commands/command-error.ts";
import { actAsFolderOwner } from "#src/commands/folder-owner.ts";
import { lockFolder, openOwn } from "#src/commands/open.ts";
import { serve } from "#src/commands/serve.ts";
import { type Config, type Flags, readConfig } from "#src/platform/config.ts";
import { DEMO_PASSWORD, DEMO_USER, fillSalon } from "./salon.ts";

const DATABASE_FILES = /^parlor\.db/;
const OWN_FILES = /^(?:(?:parlor\.db|lock\.db|secret\.key)|(?:ballast|damaged|backups|assets)$)/;
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
  const { isDemo, isUnfinished } = inspectFolder(config);
  if (isUnfinished) process.stdout.write("The last start was interrupted. Starting over.\n");
  if (flags.fresh || isUnfinished) deleteSalon(config, isDemo ? OWN_FILES : DATABASE_FILES);

  const { url } = await serve(config, async (app) => {
    if (readState<boolean>(app.db, "demo")) return;
    writeState(app.db, "demo", true);
    writeState(app.db, FILLING, true);
    // After a power failure it starts over, so that only the last commit waits for the disk.
    await withDeferredCommits(app.db, () => fillSalon(app));
    deleteState(app.db, FILLING);
  });
  process.stdout.write(
    `\nA sample salon is open: ${url.replace("127.0.0.1", "localhost")}\nSign in as ${DEMO_USER} with the password ${DEMO_PASSWORD}\nNo text leaves this computer.\n`,
  );
}

/**
 * Deletes the sample salon. The folder may hold other files too: without a database that is marked as the demo's, a key
 * and backups may belong to real data.
 * @throws CommandError while another Parlor uses it
 */
function deleteSalon(config: Config, files: RegExp): void {
  if (!existsSync(config.dataFolder)) return;
  lockFolder(config);
  releaseLocks();
  for (const name of readdirSync(config.dataFolder).filter((file) => files.test(file)))
    rmSync(join(config.dataFolder, name), { recursive: true, force: true });
}

/** Says whether the salon is the demo's, and whether a start was interrupted before. @throws CommandError for real data */
function inspectFolder(config: Config): { isDemo: boolean; isUnfinished: boolean } {
  if (!existsSync(config.databaseFile)) return { isDemo: false, isUnfinished: false };
  const db = openOwn(config, 5_000);
  const isEmpty = schemaVersion(db) === 0;
  const isDemo = !isEmpty && (readState<boolean>(db, "demo") ?? false);
  const isUnfinished = isEmpty || (readState<boolean>(db, FILLING) ?? false);
  db.close();
  if (!isEmpty && !isDemo)
    throw new CommandError(
      `${config.databaseFile} holds real data, which the demo won't touch. Choose another folder with --data.`,
    );
  return { isDemo, isUnfinished };
}
