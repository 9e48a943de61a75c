import { closeSync, existsSync, fsyncSync, openSync, unlinkSync, writeFileSync } from "node:fs";
import { exportAll, exportTable, listExports } from "#src/integrations/exports/exports.ts";
import type { Config } from "#src/platform/config.ts";
import { CommandError } from "./command-error.ts";
import { openForCommand, writeFailure } from "./open.ts";

export interface ExportFlags {
  readonly only?: string;
  readonly from?: string;
  readonly to?: string;
}

/** Runs `parlor export FILE`, also while the server runs. */
export async function exportData(
  config: Config,
  file: string,
  { only, from, to }: ExportFlags,
): Promise<string> {
  if (existsSync(file)) throw new CommandError(`${file} already exists. Choose another name.`);
  const tables = listExports().map(({ id }) => id);
  if (only !== undefined && !tables.includes(only))
    throw new CommandError(`There's no table ${only}. Choose one of: ${tables.join(", ")}.`);
  const app = openForCommand(config);
  const days = { from, to };
  const { content } = only
    ? exportTable(app, undefined, only, days)
    : exportAll(app, undefined, days);
  await write(config, file, content as AsyncIterable<string | Uint8Array>);
  return `Exported ${only ?? "everything"} to ${file}. It contains clients' data; keep it safe.`;
}

async function write(
  config: Config,
  file: string,
  pieces: AsyncIterable<string | Uint8Array>,
): Promise<void> {
  let handle: number;
  try {
    // Readable by this user only. Never overwrites a file.
    handle = openSync(file, "wx", 0o600);
  } catch (error) {
    throw writeFailure(config, file, error);
  }
  try {
    // Unlike a single write, this goes on until each piece is written.
    for await (const piece of pieces) writeFileSync(handle, piece);
    fsyncSync(handle);
  } catch (error) {
    unlinkSync(file);
    throw writeFailure(config, file, error);
  } finally {
    closeSync(handle);
  }
}
