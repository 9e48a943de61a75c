import { join } from "node:path";

/** `register(import.meta.url,["…"],[["/assets/…",1,2],…],0);`: what each file imports, by number. */
const TABLE_CALL =
  /;(?<register>[\w$]+)\(import\.meta\.url,(?<hashes>\["[^\]]*\]),(?<rows>\[\[.+?\]\]),0\);/;

const CHUNK = "/assets/chunk-";

type Row = readonly [path: string, ...imports: number[]];

/**
 * Moves Bun's table of lazy imports from the entry to a separate file and returns its name. With the
 * table a lazy import fetches all its files at once, but the sign-in page does not need it. Signed-in pages
 * load it; until then a lazy import finds its files one by one.
 *
 * @throws Error when Bun writes the table in another format
 */
export async function extractLazyImports(outdir: string, entry: string): Promise<string> {
  const path = join(outdir, entry);
  const code = await Bun.file(path).text();
  const found = TABLE_CALL.exec(code);
  const { register = "", hashes = "", rows = "" } = found?.groups ?? {};
  const source = code
    .slice(0, found?.index ?? 0)
    .match(/import\{[^}]*\}from"[^"]+"/g)
    ?.find((one) => importedNames(one).includes(register));
  if (!found || !source || code.split("import.meta.url").length !== 2)
    throw new Error(`${entry} has no table of lazy imports, or it has another format.`);

  const from = source.slice(source.indexOf("}from") + 1);
  const separate = `import{${register}}${from};${writeTable(register, JSON.parse(hashes), JSON.parse(rows))}`;
  const name = `late-imports-${Bun.hash(separate).toString(36).slice(0, 8)}.js`;
  await Bun.write(join(outdir, name), separate);
  await Bun.write(path, code.replace(found[0], ";"));
  return name;
}

/** Returns the names of an import statement. */
function importedNames(statement: string): string[] {
  return statement.slice("import{".length, statement.indexOf("}")).split(",");
}

/**
 * The same call in half the bytes: the browser puts the paths together, imports that another import brings along are
 * left out, and what is imported most has the lowest number.
 */
function writeTable(register: string, hashes: readonly string[], rows: readonly Row[]): string {
  const imports = withoutImplied(rows.map(([, ...files]) => files));
  const uses = hashes.map((_, file) => imports.filter((files) => files.has(file)).length);
  const order = hashes
    .map((_, file) => file)
    .sort((a, b) => (uses[b] ?? Number.NaN) - (uses[a] ?? Number.NaN));
  const numbers = order.map((file) =>
    order.flatMap((imported, number) => (imports[file]?.has(imported) ? number : [])),
  );
  const entry = order.indexOf(0);
  const [start = ""] = rows[0]?.[0].split(hashes[0] ?? "") ?? [];
  const path = `(n===${entry}?"${start}":"${CHUNK}")+h[n]+".js"`;
  const written = order.map((file) => `${file === 0 ? start : CHUNK}${hashes[file]}.js`);
  if (written.some((one, number) => one !== rows[order[number] ?? 0]?.[0]))
    throw new Error("The table of lazy imports names files in another way.");
  return `let h="${order.map((file) => hashes[file]).join("")}".match(/.{8}/g);${register}(import.meta.url,h,${JSON.stringify(numbers)}.map((i,n)=>[${path},...i]),${entry});`;
}

/** The imports of each file without those that its other imports reach. */
function withoutImplied(files: readonly number[][]): Set<number>[] {
  const kept = files.map((imports) => new Set(imports));
  const reaches = (from: number, to: number, without: number) => {
    const seen = new Set([without]);
    const ahead = [from];
    for (let file = ahead.pop(); file !== undefined; file = ahead.pop()) {
      if (file === to) return true;
      if (seen.has(file)) continue;
      seen.add(file);
      ahead.push(...(kept[file] ?? []));
    }
    return false;
  };
  kept.forEach((imports, file) => {
    for (const one of imports)
      if ([...imports].some((other) => other !== one && reaches(other, one, file)))
        imports.delete(one);
  });
  return kept;
}
