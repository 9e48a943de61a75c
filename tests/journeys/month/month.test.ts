import { expect, test } from "bun:test";
import { runMonths } from "./run.ts";

/** Half a minute on a quiet machine, several on a busy one. */
const LIMIT_MS = 600_000;
/** Another seed is another month of the same plots. */
const SEED = Number(process.env["MONTH_SEED"] ?? 1);

test(
  "a month of 200 clients: every text, visit, payment and consent is as a model expects it",
  async () => {
    const result = await runMonths({ months: 1, seed: SEED });
    if (result) expect(result).toEqual({ exitCode: 0, isSound: true });
  },
  LIMIT_MS,
);
