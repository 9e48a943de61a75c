import { expect, test } from "bun:test";
import { newFolder, runParlor, serverOf } from "#tests/support/binary.ts";
import { countTexted, reportFault } from "#tests/support/fault-report.ts";
import { connectStandIn, createOwner, importClients, signedIn } from "#tests/support/salon.ts";
import { startStandInProcess } from "#tests/support/stand-in-process.ts";
import { until } from "#tests/support/until.ts";

const CLIENTS = 300;

/** From now on the kernel refuses this process's writes, as a broken disk would. */
function breakWrites(pid: number): boolean {
  const args = ["prlimit", "--pid", String(pid), "--fsize=0:0"];
  return Bun.which("prlimit") !== null && Bun.spawnSync(args).exitCode === 0;
}

test("a disk that fails during a campaign stops the server at once, and the next start reconciles", async () => {
  const data = newFolder("broken");
  const standIn = await startStandInProcess(3);
  await createOwner(data);
  const serve = serverOf(data, {
    PARLOR_SETTLE_SECONDS: "1",
    ...standIn.env,
  });
  const first = await serve();
  const staff = await signedIn(first);
  await connectStandIn(staff, first.url, { messageCount: 100, delaySeconds: 1 });
  await standIn.control({ magic: false, callbackDelayMs: [5, 50] });
  const contactIds = await importClients(staff, CLIENTS);
  await staff.request("POST", "/api/campaigns", {
    name: "Broken",
    message: "Hi {firstName}",
    contactIds,
    skipCheck: true,
  });
  await until("some texts", async () => (await standIn.counts()).accepted > 50);

  if (!breakWrites(first.pid)) {
    process.stdout.write("NO BROKEN DISK: prlimit is missing, so this test is skipped.\n");
    return;
  }
  expect(await first.exited).not.toBe(0);
  const whileBroken = (await standIn.counts()).accepted;
  process.stdout.write(
    `disk failure: ended with ${whileBroken} of ${CLIENTS} sent; ${first.logged().split("\n").at(-2)?.slice(0, 160)}\n`,
  );
  expect(whileBroken).toBeLessThan(CLIENTS);

  const second = await serve();
  const again = await signedIn(second);
  const ended = await until("the end of the campaign", async () => {
    const campaign = (await again.request("GET", "/api/campaigns"))[0];
    return campaign.status === "completed" && campaign;
  });
  const numbers = (await standIn.log()).map(({ to }) => to);
  const counts = countTexted(numbers, CLIENTS);
  reportFault({ fault: "disk that dies", times: 1, ...counts, undecided: ended.unknownCount });
  expect(counts).toEqual({ lost: 0, doubled: 0 });
  expect(ended).toMatchObject({ sentCount: CLIENTS, unknownCount: 0 });
  await second.end("SIGTERM");
  expect((await runParlor(["doctor", "--data", data])).out).not.toContain("BAD");
}, 90_000);
