import { join } from "node:path";
import { formatTable, type Row } from "./table.ts";

const DOCS = join(import.meta.dir, "../../docs");
const RUNS = join(DOCS, "performance.json");
const PAGE = join(DOCS, "performance.md");
const TABLE = /(?<=<!-- table -->\n).*(?=\n<!-- end -->)/s;

/** Writes the table of docs/performance.md, and the runs beside it. What wasn't measured keeps its former values. */
export async function publish(rows: readonly Row[]): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  const former = (await Bun.file(RUNS).json()) as Row[];
  const measured = rows
    .filter(({ id, value }) => id !== undefined && !Number.isNaN(value))
    .map((row) => ({ ...row, day }));
  const kept = former.filter(({ id }) => !measured.some((one) => one.id === id));
  const all = [...kept, ...measured];
  await Bun.write(RUNS, `${JSON.stringify(all, null, 2)}\n`);
  const page = await Bun.file(PAGE).text();
  await Bun.write(PAGE, page.replace(TABLE, formatTable(all)));
}
