import type { RowProblem } from "#src/clients/contacts/import-contract.ts";
import { LOST_DIGITS_ADVICE } from "#src/shared/contact-csv/csv-columns.ts";

interface Reason {
  readonly sentence: string;
  /** After a count. */
  readonly counted: string;
}

export const REASONS: Readonly<Record<RowProblem, Reason>> = {
  "no-phone": { sentence: "No phone number", counted: "without a phone number" },
  "invalid-phone": {
    sentence: "Can't read this number",
    counted: "with a number that we can't read",
  },
  "lost-digits": {
    sentence: LOST_DIGITS_ADVICE,
    counted: "with a number that the spreadsheet cut off",
  },
  "already-a-contact": {
    sentence: "Already a contact",
    counted: "already a contact",
  },
  "twice-in-file": {
    sentence: "This number appears twice in the file",
    counted: "twice in the file",
  },
};

/** Such as "1 without a phone number", the most frequent first. */
export function countProblems(problems: readonly RowProblem[]): string[] {
  const counts = new Map<RowProblem, number>();
  for (const problem of problems) counts.set(problem, (counts.get(problem) ?? 0) + 1);
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([problem, count]) => `${count.toLocaleString("en-US")} ${REASONS[problem].counted}`);
}
