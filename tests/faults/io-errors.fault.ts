import { expect, test } from "bun:test";
import { newFolder, runParlor, serverOf } from "#tests/support/binary.ts";
import { buildFailingDisk, WRITES, type Write } from "#tests/support/failing-disk.ts";
import { countTexted, reportFault } from "#tests/support/fault-report.ts";
import { connectStandIn, createOwner, importClients, signedIn } from "#tests/support/salon.ts";
import { startStandInProcess } from "#tests/support/stand-in-process.ts";
import { until } from "#tests/support/until.ts";

const EACH = Number(process.env["FAULT_WRITES"] ?? 3);
const KINDS = Object.keys(WRITES) as Write[];
/** The first writes of any kind, then the first ones of each kind. */
const PLANS: readonly (readonly [nth: number, writes: readonly Write[]])[] = [
  ...Array.from({ length: EACH * 4 }, (_, n) => [n + 1, KINDS] as const),
  ...KINDS.flatMap((kind) => Array.from({ length: EACH }, (_, n) => [n + 1, [kind]] as const)),
];
const PER_SECOND = 40;
const CLIENTS = PLANS.length * PER_SECOND;
const FAILS_WITHIN_MS = 6_000;

test(
  `${PLANS.length} writes of a campaign fail with EIO: each recipient gets exactly one text`,
  async () => {
    const disk = buildFailingDisk();
    if (!disk) return;
    const data = newFolder("io-errors");
    const standIn = await startStandInProcess(17);
    const serve = serverOf(data, {
      ...disk.env,
      PARLOR_SETTLE_SECONDS: "1",
      ...standIn.env,
    });
    await createOwner(data);
    let parlor = await serve();
    const staff = await signedIn(parlor);
    await connectStandIn(staff, parlor.url, { messageCount: PER_SECOND, delaySeconds: 1 });
    await standIn.control({ magic: false, latencyMs: 10, callbackDelayMs: [5, 50] });
    const contactIds = await importClients(staff, CLIENTS);
    const campaign = await staff.request("POST", "/api/campaigns", {
      name: "Bad disk",
      message: "Hi {firstName}",
      contactIds,
      skipCheck: true,
    });
    await until("some texts", async () => (await standIn.counts()).accepted > 20);

    const failures: Record<string, number> = {};
    let exits = 0;
    for (const [nth, writes] of PLANS) {
      disk.failNext(nth, writes);
      const started = performance.now();
      while (!disk.failed() && performance.now() - started < FAILS_WITHIN_MS) await Bun.sleep(10);
      const failed = disk.failed();
      disk.failNext(0, []);
      if (!failed) continue;
      failures[failed] = (failures[failed] ?? 0) + 1;
      const ended = await Promise.race([parlor.exited, Bun.sleep(1_000)]);
      if (ended === undefined) continue;
      expect(ended).not.toBe(0);
      exits += 1;
      parlor = await serve();
    }
    const again = await signedIn(parlor);
    await again.request("POST", "/api/settings", { messageCount: 200, delaySeconds: 1 });
    const ended = await until("the end of the campaign", async () => {
      const one = await again.request("GET", `/api/campaigns/${campaign.id}`);
      return one.status === "completed" && one;
    });
    const texted = (await standIn.log()).map(({ to }) => to);
    const counts = countTexted(texted, CLIENTS);
    process.stdout.write(`I/O errors: ${JSON.stringify(failures)}, ${exits} exits\n`);
    reportFault({
      fault: "EIO at a write",
      times: Object.values(failures).reduce((sum, count) => sum + count, 0),
      ...counts,
      undecided: ended.unknownCount,
    });
    expect(counts).toEqual({ lost: 0, doubled: 0 });
    expect(ended).toMatchObject({ sentCount: CLIENTS, unknownCount: 0, failedCount: 0 });
    for (const kind of KINDS) expect([kind, failures[kind] ?? 0]).not.toEqual([kind, 0]);
    expect(await parlor.end("SIGTERM")).toBe(0);
    const report = await runParlor(["doctor", "--data", data]);
    expect([report.code, report.out]).toEqual([0, expect.not.stringContaining("BAD")]);
  },
  PLANS.length * 12_000 + 120_000,
);
