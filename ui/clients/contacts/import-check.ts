import { useEffect, useState } from "react";
import {
  type CheckedNumber,
  imports,
  NUMBERS_PER_CHECK,
  type RowProblem,
} from "#src/clients/contacts/import-contract.ts";
import { numberProblem, phoneCell } from "#src/shared/contact-csv/csv-columns.ts";
import { formatNumber } from "#src/shared/format-count.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { type Api, useApi } from "#ui/api.ts";
import type { CsvFile } from "./csv-file.ts";

export type RowCheck =
  | { readonly phoneNumber: string; readonly problem?: never }
  | { readonly problem: RowProblem; readonly reason: string; readonly phoneNumber?: never };

export interface ImportCheck {
  /** For the rows checked so far, in the order of the file. The list grows in place. */
  readonly rows: readonly RowCheck[];
  readonly ready: number;
  readonly isDone: boolean;
  readonly error?: unknown;
}

const EMPTY: ImportCheck = { rows: [], ready: 0, isDone: false };

/** Checks the numbers of a file with the server, a part at a time, again when their column changes. */
export function useImportCheck(file: CsvFile, column: number | undefined): ImportCheck {
  const api = useApi();
  const [check, setCheck] = useState(EMPTY);
  useEffect(() => {
    setCheck(EMPTY);
    if (column === undefined) return;
    const abort = new AbortController();
    checkNumbers(api, file, column, abort.signal, setCheck).catch(
      (error: unknown) => abort.signal.aborted || setCheck({ ...EMPTY, error }),
    );
    return () => abort.abort();
  }, [api, file, column]);
  return check;
}

async function checkNumbers(
  api: Api,
  file: CsvFile,
  column: number,
  signal: AbortSignal,
  onProgress: (check: ImportCheck) => void,
): Promise<void> {
  const seen = new Set<string>();
  const rows: RowCheck[] = [];
  let ready = 0;
  for (let at = 0; at < file.rows.length; at += NUMBERS_PER_CHECK) {
    const typed = file.rows
      .slice(at, at + NUMBERS_PER_CHECK)
      .map(({ cells }) => phoneCell(cells, column));
    const checked = await api(imports.checkNumbers, { body: { phoneNumbers: typed } });
    if (signal.aborted) return;
    for (const [index, number] of typed.entries()) {
      const row = toRowCheck(number, checked[index], seen);
      rows.push(row);
      ready += Number(row.problem === undefined);
    }
    onProgress({ rows, ready, isDone: rows.length === file.rows.length });
  }
}

function toRowCheck(
  typed: string,
  checked: CheckedNumber | undefined,
  seen: Set<string>,
): RowCheck {
  const refuse = (problem: RowProblem, reason = REASONS[problem].sentence) => ({ problem, reason });
  if (typed === "") return refuse("no-phone");
  if (!checked?.phoneNumber) return refuse("invalid-phone", numberProblem(typed));
  if (checked.existing !== null)
    return refuse("already-a-contact", `${formatPhone(checked.existing)} already has this number`);
  if (seen.has(checked.phoneNumber)) return refuse("twice-in-file");
  seen.add(checked.phoneNumber);
  return { phoneNumber: checked.phoneNumber };
}

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
    .map(([problem, count]) => `${formatNumber(count)} ${REASONS[problem].counted}`);
}
