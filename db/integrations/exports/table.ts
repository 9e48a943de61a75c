export interface ExportTable {
  /** The file's name without its extension, also used in the address. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** What each column of the file contains, by its name. */
  readonly columns: Readonly<Record<string, string>>;
  /** Read one after the other. */
  readonly sources: readonly ExportSource[];
}

export interface ExportSource {
  readonly from: string;
  /** A unique column, by which the rows are read in slices. */
  readonly key: string;
  /** The column that a date range filters; undefined where rows have no date. */
  readonly at?: { readonly column: string; readonly kind: "instant" | "wall" } | undefined;
  readonly where?: string;
  /** An expression for each column that isn't empty. */
  readonly select: Readonly<Record<string, string>>;
}

type SimpleColumn = readonly [name: string, expression: string, description: string];

interface SimpleTable
  extends Omit<ExportTable, "columns" | "sources">,
    Omit<ExportSource, "select"> {
  readonly columns: readonly SimpleColumn[];
}

/** A table with one source. */
export function simpleTable({ columns, ...table }: SimpleTable): ExportTable {
  const select = Object.fromEntries(columns.map(([name, expression]) => [name, expression]));
  return {
    ...table,
    columns: Object.fromEntries(columns.map(([name, , description]) => [name, description])),
    sources: [{ ...table, select }],
  };
}

/** A column of times by which a date range filters. */
export const instant = (column: string) => ({ column, kind: "instant" }) as const;

/** E.164; short codes have no plus. */
export function phone(column: string): string {
  return `case when ${column} < 1000000 then cast(${column} as text) else '+' || ${column} end`;
}

/** UTC in ISO 8601. */
export function time(column: string): string {
  return `strftime('%Y-%m-%dT%H:%M:%SZ', ${column} / 1000, 'unixepoch')`;
}

/** Cents as decimal text. */
export function cents(column: string): string {
  return `printf('%s%d.%02d', iif(${column} < 0, '-', ''), abs(${column}) / 100, abs(${column}) % 100)`;
}

/** Empty where there is no amount. */
export function optionalCents(column: string): string {
  return `iif(${column} is null, null, ${cents(column)})`;
}

/** Millionths as decimal text. */
export function micros(column: string): string {
  return `printf('%d.%06d', ${column} / 1000000, ${column} % 1000000)`;
}

export function yesNo(condition: string): string {
  return `iif(${condition}, 'yes', 'no')`;
}

export const TIME = "UTC, ISO 8601";
export const NUMBER = "E.164";
