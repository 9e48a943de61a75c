import { expect, test } from "bun:test";
import { newFolder, runParlor, serverOf } from "#tests/support/binary.ts";
import { countTexted, reportFault } from "#tests/support/fault-report.ts";
import { connectStandIn, createOwner, importClients, signedIn } from "#tests/support/salon.ts";
import { startStandInProcess } from "#tests/support/stand-in-process.ts";
import { until } from "#tests/support/until.ts";

/** `npm run faults` runs the full count; `npm test` a short one. */
const ROUNDS = Number(process.env["FAULT_ROUNDS"] ?? 8);
const CLIENTS = Number(process.env["FAULT_CLIENTS"] ?? 800);
const SETTLE = { PARLOR_SETTLE_SECONDS: "1" };

test(
  `${ROUNDS} × kill -9 during a campaign of ${CLIENTS}: each recipient gets exactly one text`,
  async () => {
    const data = newFolder("kill");
    const standIn = await startStandInProcess(7);
    const serve = serverOf(data, {
      ...SETTLE,
      ...standIn.env,
    });
    await createOwner(data);
    let parlor = await serve();
    let staff = await signedIn(parlor);
    // A pace at which the campaign lasts as long as the rounds do.
    const perSecond = Math.max(20, Math.ceil(CLIENTS / (ROUNDS * 0.35)));
    await connectStandIn(staff, parlor.url, { messageCount: perSecond, delaySeconds: 1 });
    await standIn.control({
      magic: false,
      latencyMs: 20,
      duplicate: 0.3,
      shuffle: true,
      faults: { tooMany: 0.03, acceptThen500: 0.03, acceptThenDrop: 0.03, refuse500: 0.02 },
    });
    const ids = await importClients(staff, CLIENTS);
    const { id } = await staff.request("POST", "/api/campaigns", {
      name: "Crash",
      message: "Hi {firstName}, see you soon",
      contactIds: ids,
      skipCheck: true,
    });

    for (let round = 0; round < ROUNDS; round += 1) {
      // No condition: the process must die at an arbitrary moment.
      await Bun.sleep(200 + Math.random() * 800);
      await parlor.end("SIGKILL");
      parlor = await serve();
    }
    await standIn.control({ faults: {} });
    staff = await signedIn(parlor);
    await staff.request("POST", "/api/settings", { messageCount: 400, delaySeconds: 1 });
    const campaign = await waitForEnd(staff, id);

    const texted = (await standIn.log()).map(({ to }) => to);
    const counts = countTexted(texted, CLIENTS);
    reportFault({
      fault: "kill -9 during a campaign",
      times: ROUNDS,
      ...counts,
      undecided: campaign.unknownCount,
    });
    expect(counts).toEqual({ lost: 0, doubled: 0 });
    expect(campaign).toMatchObject({
      status: "completed",
      unknownCount: 0,
      failedCount: 0,
      sentCount: CLIENTS,
    });

    expect(await parlor.end("SIGTERM")).toBe(0);
    const report = await runParlor(["doctor", "--data", data]);
    expect(report.out).not.toContain("BAD");
    expect(report.code).toBe(0);
  },
  ROUNDS * 6_000 + 120_000,
);

// biome-ignore lint/suspicious/noExplicitAny: what the API answers
async function waitForEnd(staff: Awaited<ReturnType<typeof signedIn>>, id: number): Promise<any> {
  return until("the end of the campaign", async () => {
    const list = await staff.request("GET", "/api/campaigns");
    const campaign = list.find((one: { id: number }) => one.id === id);
    return campaign.status !== "sending" && campaign;
  });
}
