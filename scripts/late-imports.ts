import { join } from "node:path";

/** `remember(import.meta.url,["…"],[["/assets/…",1,2],…],0);`: what each file imports, by number. */
const CALL = /;([\w$]+)\(import\.meta\.url,(\["[^\]]*\],\[\[.+?\]\],\d+)\);/;

/**
 * So that a late import fetches all its files at once, Bun has the entry begin with a table of every
 * file of the build: 4 KB of gzip that the sign-in page has no use for. It becomes a file of its own,
 * which the signed-in load; until it has come, a late import finds its files one after the other.
 *
 * Answers the file's name. Fails when Bun writes the table in another way.
 */
export async function separateLateImports(outdir: string, entry: string): Promise<string> {
  const code = await Bun.file(join(outdir, entry)).text();
  const [call, remember, table] = CALL.exec(code) ?? [];
  if (!call || !remember || !table || code.split("import.meta.url").length !== 2)
    throw new Error(`${entry} has no table of late imports, or more than one.`);

  const table_ = `${importOf(code, remember)}r(${JSON.stringify(`/assets/${entry}`)},${table});`;
  const name = `late-imports-${Bun.hash(table_).toString(36).slice(0, 8)}.js`;
  await Bun.write(join(outdir, name), table_);
  await Bun.write(join(outdir, entry), code.replace(call, () => ";"));
  return name;
}
