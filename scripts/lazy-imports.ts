import { join } from "node:path";

/** `remember(import.meta.url,["…"],[["/assets/…",1,2],…],0);`: what each file imports, by number. */
const TABLE_CALL = /;([\w$]+)(\(import\.meta\.url,\["[^\]]*\],\[\[.+?\]\],\d+\);)/;

/**
 * So that a late import fetches all of its files at once, Bun has an entry begin with a table of
 * every file of the build: 4 KB of gzip for which the sign-in page has no use. It becomes a file of
 * its own, which the signed-in load; until it has come, a late import finds its files one by one.
 *
 * Answers the file's name. Fails when Bun writes the table in another way.
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
    throw new Error(`${entry} has no table of late imports, or it is written in another way.`);

  const separate = `import{${remember}}from${source.slice(source.indexOf("}from") + 5)};${remember}${table}`;
  const name = `late-imports-${Bun.hash(separate).toString(36).slice(0, 8)}.js`;
  await Bun.write(join(outdir, name), separate);
  await Bun.write(path, code.replace(statement, ";"));
  return name;
}

/** What an import brings under its own name. */
function importedNames(statement: string): string[] {
  return statement.slice("import{".length, statement.indexOf("}")).split(",");
}
