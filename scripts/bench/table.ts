/** One line of the table: a figure of BUDGETS, as it was seen. */
export interface Row {
  readonly figure: string;
  readonly seen: string;
  readonly goal: string;
  /** Undefined when it could not be run, or is only told. */
  readonly holds: boolean | undefined;
}

export interface Measuring {
  readonly rows: Row[];
  /** Contacts of the large salon; ten times as many messages. */
  readonly contacts: number;
  /** Ended with the bench, whatever becomes of it. */
  readonly servers: { kill: (signal?: NodeJS.Signals) => void }[];
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;
}

export function atMost(figure: string, seen: number, most: number, words: string, unit = ""): Row {
  const goal = `≤ ${most.toLocaleString("en-US")}${unit}`;
  return { figure, seen: words, goal, holds: Number.isNaN(seen) ? undefined : seen <= most };
}

export function atLeast(
  figure: string,
  seen: number,
  least: number,
  words: string,
  unit = "",
): Row {
  const goal = `≥ ${least}${unit}`;
  return { figure, seen: words, goal, holds: Number.isNaN(seen) ? undefined : seen >= least };
}

/** Told for comparison: there is no figure to hold. */
export function information(figure: string, seen: string): Row {
  return { figure, seen, goal: "–", holds: undefined };
}

export function formatRow({ figure, seen, goal, holds }: Row): string {
  const mark = holds === undefined ? "  ·  " : holds ? "holds" : "MISS ";
  return `${mark} ${figure.padEnd(56)} ${seen.padEnd(52)} goal ${goal}`;
}
