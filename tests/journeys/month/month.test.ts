import { expect, test } from "bun:test";
import { runMonths } from "./run.ts";

/** Another seed is another month of the same plots. */
const SEED = Number(process.env["MONTH_SEED"] ?? 1);

test("a month of 200 clients: every text, visit, payment and consent is as a model expects it", async () => {
  const result = await runMonths({ months: 1, seed: SEED });
  if (result) expect(result).toEqual({ exitCode: 0, isSound: true });
}, 180_000);
