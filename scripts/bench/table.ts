import type { Budget, Goal } from "./budget.ts";
import { SCREEN_BUDGETS } from "./screen-budgets.ts";
import { SENDING_BUDGETS } from "./sending-budgets.ts";

/** One row of the table: a figure, its measured value and its budget. */
export interface Row {
  /** Undefined for a comparison without a budget. */
  readonly id?: BudgetId;
  readonly figure: string;
  /** In the unit of the budget; NaN when it was not measured. */
  readonly value: number;
  readonly seen: string;
  readonly goal: string;
  /** Undefined when it was not measured, or has no goal. */
  readonly holds: boolean | undefined;
  readonly limit?: string | undefined;
  /** False when the physical limit misses the goal too. */
  readonly isPossible?: boolean;
  /** The physical limit, measured in the same run, in the unit of the budget. */
  readonly least?: number | undefined;
  readonly notices?: string;
  /** The values of all rounds, in order. */
  readonly runs?: readonly number[];
  /** When it was published. */
  readonly day?: string;
}

export interface Measuring {
  readonly rows: Row[];
  /** Contacts of the large salon; ten times as many messages. */
  readonly contacts: number;
  /** Whether missing peers may be installed. */
  readonly install: boolean;
  /** Stopped when the benchmark ends, also after an error. */
  readonly servers: { kill: (signal?: NodeJS.Signals) => void }[];
}

/**
 * Compares a value with its budget, and the physical limit with it if that was measured too. A value that is NaN was not
 * measured; `seen` says why.
 */
export function toBudgetRow(id: BudgetId, value: number, seen: string, limitSeen?: number): Row {
  const { figure, limit, notices, goal }: Budget = BUDGETS[id];
  const least = Number.isNaN(limitSeen) ? undefined : limitSeen;
  const common = { id, figure, limit, notices, value, seen, least };
  if (!goal) return { ...common, goal: "–", holds: undefined };
  const [sign, bound] = "most" in goal ? ["≤", goal.most] : ["≥", goal.least];
  const measured = least === undefined ? "" : `: ${Number(least.toPrecision(3))}${goal.unit}`;
  return {
    ...common,
    limit: limit && `${limit}${measured}`,
    goal: `${sign} ${bound.toLocaleString("en-US")}${goal.unit}`,
    holds: Number.isNaN(value) ? undefined : reaches(goal, value),
    isPossible: least === undefined || reaches(goal, least),
  };
}

function reaches(goal: Goal, value: number): boolean {
  return "most" in goal ? value <= goal.most : value >= goal.least;
}

/** A row for comparison, without a budget. */
export function toInfoRow(figure: string, seen: string): Row {
  return { figure, value: Number.NaN, seen, goal: "–", holds: undefined };
}

/** The middle one of each figure, of several rounds. A round that didn't measure a figure doesn't count. */
export function middleRows(rounds: readonly (readonly Row[])[]): Row[] {
  const byFigure = Map.groupBy(rounds.flat(), ({ figure }) => figure);
  return [...byFigure.values()].flatMap((rows) => {
    const seen = rows.filter(({ value }) => !Number.isNaN(value));
    const sorted = seen.toSorted((a, b) => a.value - b.value);
    const middle = sorted[Math.floor((sorted.length - 1) / 2)];
    return middle ? { ...middle, runs: seen.map(({ value }) => value) } : rows.slice(0, 1);
  });
}

export function formatRow({ figure, limit, seen, goal, holds }: Row): string {
  const mark = holds === undefined ? "  ·  " : holds ? "holds" : "MISS ";
  const against = limit ? `, against ${limit}` : "";
  return `${mark} ${figure.padEnd(76)} ${seen.padEnd(52)} goal ${goal}${against}`;
}

/** All goals as a Markdown table, including those that were not measured. */
export function formatTable(rows: readonly Row[]): string {
  const lines = (Object.keys(BUDGETS) as BudgetId[]).map((id) => {
    const row = rows.find((one) => one.id === id) ?? toBudgetRow(id, Number.NaN, "not measured");
    const missed = row.isPossible === false ? "**no**, nor does its limit" : "**no**";
    const verdict = row.holds === undefined ? "" : row.holds ? "yes" : missed;
    const { figure, limit, seen, goal, notices } = row;
    return `| ${[figure, limit, seen, goal, verdict, row.day, notices].join(" | ")} |`;
  });
  return [
    "| Figure | Limit or peer | Seen | Goal | Holds | Measured | What a user notices |",
    "|---|---|---|---|---|---|---|",
    ...lines,
  ].join("\n");
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;
}

/**
 * How a cost grows with a size, as "1.04×, size^0.01": its largest value by its smallest, and the exponent of the power
 * that fits best (least squares of the logarithms); 0 doesn't grow, 1 is proportional.
 */
export function formatGrowth(sizes: readonly number[], costs: readonly number[]): string {
  const x = sizes.map(Math.log);
  const y = costs.map(Math.log);
  const mean = (values: readonly number[]) =>
    values.reduce((sum, one) => sum + one, 0) / values.length;
  const [middleX, middleY] = [mean(x), mean(y)];
  const slope =
    mean(x.map((one, at) => (one - middleX) * ((y[at] ?? 0) - middleY))) /
    mean(x.map((one) => (one - middleX) ** 2));
  const times = Math.max(...costs) / Math.min(...costs);
  return `${times.toFixed(2)}×${Number.isNaN(slope) ? "" : `, size^${slope.toFixed(2)}`}`;
}

/** All rows of the table, in its order. The first are those that a user would notice first. */
const BUDGETS = { ...SENDING_BUDGETS, ...SCREEN_BUDGETS };

type BudgetId = keyof typeof BUDGETS;
