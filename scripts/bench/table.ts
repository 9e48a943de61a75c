/** One row of the table: a figure, its measured value and its budget. */
export interface Row {
  readonly figure: string;
  readonly seen: string;
  readonly goal: string;
  /** Undefined when it was not run, or has no budget. */
  readonly holds: boolean | undefined;
}

export interface Measuring {
  readonly rows: Row[];
  /** Contacts of the large salon; ten times as many messages. */
  readonly contacts: number;
  /** Stopped when the benchmark ends, also after an error. */
  readonly servers: { kill: (signal?: NodeJS.Signals) => void }[];
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;
}

export function atMost(
  figure: string,
  seen: number,
  most: number,
  measured: string,
  unit = "",
): Row {
  const goal = `≤ ${most.toLocaleString("en-US")}${unit}`;
  return { figure, seen: measured, goal, holds: Number.isNaN(seen) ? undefined : seen <= most };
}

export function atLeast(
  figure: string,
  seen: number,
  least: number,
  measured: string,
  unit = "",
): Row {
  const goal = `≥ ${least}${unit}`;
  return { figure, seen: measured, goal, holds: Number.isNaN(seen) ? undefined : seen >= least };
}

/** A row for comparison, without a budget. */
export function information(figure: string, seen: string): Row {
  return { figure, seen, goal: "–", holds: undefined };
}

export function formatRow({ figure, seen, goal, holds }: Row): string {
  const mark = holds === undefined ? "  ·  " : holds ? "holds" : "MISS ";
  return `${mark} ${figure.padEnd(56)} ${seen.padEnd(52)} goal ${goal}`;
}
