import { existsSync, rmSync } from "node:fs";
import { openDatabase } from "#db/connection.ts";
import { schemaVersion } from "#db/migrate.ts";
import { readState, writeState } from "#db/state.ts";
import { CommandError } from "#src/commands/open.ts";
import { serve } from "#src/commands/serve.ts";
import { type Flags, readConfig } from "#src/platform/config.ts";
import { DEMO_PASSWORD, DEMO_USER, fillSalon } from "./salon.ts";

/** Runs `parlor demo`: a sample salon in a separate folder, on the simulated carrier. */
export async function demo(
  environment: Record<string, string | undefined>,
  flags: Flags & { readonly fresh?: boolean | undefined },
): Promise<void> {
  const folder = flags.data ?? "data/demo";
  const config = readConfig(environment, { ...flags, data: folder, demo: true });
  refuseRealData(config.databaseFile);
  if (flags.fresh) rmSync(config.dataFolder, { recursive: true, force: true });

  const { url } = await serve(config, async (app) => {
    if (readState<boolean>(app.db, "demo")) return;
    writeState(app.db, "demo", true);
    await fillSalon(app);
  });
  process.stdout.write(
    `\nA sample salon is open: ${url.replace("127.0.0.1", "localhost")}\nSign in as ${DEMO_USER} with the password ${DEMO_PASSWORD}\nNo text leaves this computer.\n`,
  );
}

function refuseRealData(file: string): void {
  if (!existsSync(file)) return;
  const db = openDatabase(file, 5_000);
  const real = schemaVersion(db) > 0 && !readState<boolean>(db, "demo");
  db.close();
  if (real)
    throw new CommandError(
      `${file} holds real data, which the demo won't touch. Choose another folder with --data.`,
    );
}
