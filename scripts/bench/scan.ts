import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inDeferredTransaction } from "#db/connection.ts";
import { classifySlice } from "#src/messaging/deliverability/scan.ts";
import type { ProviderMessage } from "#src/platform/providers/carrier.ts";
import { openApp } from "./app-on.ts";
import { reuseSalon } from "./salon-server.ts";
import { type Measuring, median, quantile, toBudgetRow } from "./table.ts";

const MESSAGES = 50_000;
/** The same as in the scan. */
const SLICE = 200;
const ROUNDS = 3;

/** Measures the local part of a scan of 50,000 texts, one in fifty of which failed. */
export async function scan({ rows, contacts }: Measuring): Promise<void> {
  const kept = await reuseSalon(contacts);
  const runs = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const folder = mkdtempSync(join(tmpdir(), "parlor-scan-"));
    cpSync(kept, folder, { recursive: true });
    const app = openApp(folder);
    const slices: number[] = [];
    for (let at = 0; at < MESSAGES; at += SLICE) {
      const listed = Array.from({ length: SLICE }, (_, n) =>
        messageOf(at + n, contacts, app.now()),
      );
      const started = performance.now();
      inDeferredTransaction(app.db, () => classifySlice(app, listed));
      slices.push(performance.now() - started);
    }
    runs.push({ sum: slices.reduce((sum, one) => sum + one, 0), longest: quantile(slices, 0.99) });
    app.db.close();
    rmSync(folder, { recursive: true });
  }
  const sum = median(runs.map((run) => run.sum));
  const longest = median(runs.map((run) => run.longest));
  rows.push(
    toBudgetRow("scan", sum, `${sum.toFixed(0)} ms`),
    toBudgetRow("scan-slice", longest, `${longest.toFixed(1)} ms`),
  );
}

function messageOf(n: number, contacts: number, now: number): ProviderMessage {
  const failed = n % 50 === 0;
  return {
    providerId: `SM${n.toString(16).padStart(32, "0")}`,
    direction: "outbound",
    from: "+12025550100",
    to: `+${12_000_000_000 + (1 + ((n * 7_919) % contacts)) * 7}`,
    body: "It is glow season",
    status: failed ? "undelivered" : "delivered",
    errorCode: failed ? 30005 : null,
    createdAt: now - n * 1000,
    price: 7900,
    mediaCount: 0,
  };
}
