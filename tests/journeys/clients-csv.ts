import { writeFileSync } from "node:fs";

/** 1,200 rows as they come out of other programs: 1,000 clients, the rest duplicates, bad numbers and gaps. */
export function writeClientsCsv(file: string): void {
  const rows = Array.from({ length: 1_000 }, (_, n) => client(n));
  for (let n = 0; n < 120; n += 1) rows.splice(n * 9, 0, client(n * 3));
  for (let n = 0; n < 40; n += 1)
    rows.splice(n * 20, 0, [
      "Bad",
      `Number ${n}`,
      "x",
      ["12", "call me", "555-01", "0000"][n % 4] ?? "",
      "",
    ]);
  for (let n = 0; n < 40; n += 1) rows.splice(n * 25, 0, ["No", `Phone ${n}`, "", "", "home only"]);
  const header = ["First Name", "Last Name", "Home Phone", "Mobile Phone", "Notes"];
  const lines = [header, ...rows].map((row) => row.map(quoteCell).join(","));
  // Excel's mark at the start, and its line ends.
  writeFileSync(file, `\ufeff${lines.join("\r\n")}\r\n`);
}

/** The phone of the n-th client as Parlor will store it. */
export function phoneOf(n: number): string {
  return `+1212${2_000_000 + n * 10 + 4}`;
}

function client(n: number): string[] {
  const last =
    [`Smith; Jones ${n}`, `O'Neil "Ace" ${n}`, `Müller, Jr. ${n}`, `Plain ${n}`][n % 4] ?? "";
  const digits = phoneOf(n).slice(2);
  const typed =
    [
      digits,
      `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`,
      `+1 ${digits.slice(0, 3)} ${digits.slice(3)}`,
      `${digits.slice(0, 3)}.${digits.slice(3, 6)}.${digits.slice(6)}`,
    ][n % 4] ?? "";
  return [`Client${n}`, last, "555 0000", typed, n % 10 === 0 ? "two\nlines" : ""];
}

function quoteCell(value: string): string {
  return /[",;\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
