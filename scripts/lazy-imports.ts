import { join } from "node:path";

/** `register(import.meta.url,["…"],[["/assets/…",1,2],…],0);`: what each file imports, by number. */
const TABLE_CALL = /;([\w$]+)(\(import\.meta\.url,\["[^\]]*\],\[\[.+?\]\],\d+\);)/;

/**
 * Moves Bun's table of lazy imports from the entry to a separate file and returns its name. With the
 * table a lazy import fetches all its files at once, but it has 4 KB of gzip, which the sign-in page
 * does not need. Signed-in pages load it; until then a lazy import finds its files one by one.
 *
 * @throws Error when Bun writes the table in another format
 */
export async function extractLazyImports(outdir: string, entry: string): Promise<string> {
  const path = join(outdir, entry);
  const code = await Bun.file(path).text();
  const [statement = "", remember = "", table = ""] = TABLE_CALL.exec(code) ?? [];
  const source = code
    .slice(0, code.indexOf(statement))
    .match(/import\{[^}]*\}from"[^"]+"/g)
    ?.find((one) => importedNames(one).includes(remember));
  if (!source || code.split("import.meta.url").length !== 2)
    throw new Error(`${entry} has no table of lazy imports, or it has another format.`);

  const separate = `import{${remember}}from${source.slice(source.indexOf("}from") + 5)};${remember}${table}`;
  const name = `late-imports-${Bun.hash(separate).toString(36).slice(0, 8)}.js`;
  await Bun.write(join(outdir, name), separate);
  await Bun.write(path, code.replace(statement, ";"));
  return name;
}

/** Returns the names of an import statement. */
function importedNames(statement: string): string[] {
  return statement.slice("import{".length, statement.indexOf("}")).split(",");
}
