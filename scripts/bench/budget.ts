/** A limit that the benchmarks check, and what a user would notice if it were missed. */
export interface Budget {
  readonly figure: string;
  /** What it is measured against: a physical limit, or another program in the same run. */
  readonly limit?: string;
  readonly notices: string;
  readonly goal?: Goal;
}

export type Goal = { readonly unit: string } & (
  | { readonly most: number }
  | { readonly least: number }
);

export const most = (limit: number, unit: string): Goal => ({ most: limit, unit });
export const least = (limit: number, unit: string): Goal => ({ least: limit, unit });
