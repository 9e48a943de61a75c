import { expect, test } from "bun:test";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { PHONE_NUMBER } from "#tests/sandbox/twilio-carrier.ts";
import { freePort, newFolder, runParlor, startParlor } from "#tests/support/binary.ts";
import { countTexted, reportFault } from "#tests/support/fault-report.ts";
import { connectStandIn, createOwner, importClients, signedIn } from "#tests/support/salon.ts";
import { startStandInProcess } from "#tests/support/stand-in-process.ts";
import { until } from "#tests/support/until.ts";

const CLIENTS = 500;
/** The last in the queue: not texted yet when they ask to stop. */
const [STOPS_HERE, STOPS_MEANWHILE] = [CLIENTS - 1, CLIENTS - 2];

const phoneOf = (n: number) => `+1212${String(2_000_000 + n * 10 + 4).padStart(7, "0")}`;

test("a backup from mid-campaign, restored elsewhere: nobody is texted twice, STOPs come first", async () => {
  const carrier = await startStandInProcess(5);
  const port = freePort();
  const serve = (data: string, ...more: string[]) =>
    startParlor(["serve", "--data", data, "--port", String(port), ...more], {
      PARLOR_SETTLE_SECONDS: "1",
      ...carrier.env,
    });
  const original = newFolder("original");
  await createOwner(original);
  const first = await serve(original);
  const staff = await signedIn(first);
  await connectStandIn(staff, first.url, { messageCount: 60, delaySeconds: 1 });
  await carrier.control({
    magic: false,
    callbackDelayMs: [5, 50],
    smsUrl: `${first.url}/api/twilio/webhook`,
  });
  const ids = await importClients(staff, CLIENTS);
  const { id } = await staff.request("POST", "/api/campaigns", {
    name: "Middle",
    message: "Hi {firstName}, see you soon",
    contactIds: ids,
    skipCheck: true,
  });
  const greetings = async () => (await carrier.log()).filter(({ body }) => body.startsWith("Hi"));
  const accepted = async () => (await greetings()).length;

  await until("a part of the campaign", async () => (await accepted()) > 60);
  const file = join(newFolder("kept"), "salon.db");
  expect((await runParlor(["backup", file, "--data", original])).code).toBe(0);
  const atBackup = await accepted();
  // The original goes on, hears a STOP, and dies; another STOP comes while nobody listens.
  await until("more of it", async () => (await accepted()) > atBackup + 60);
  await carrier.inbound({ from: phoneOf(STOPS_HERE), to: PHONE_NUMBER, body: "STOP" });
  await first.end("SIGKILL");
  const stop = { from: phoneOf(STOPS_MEANWHILE), to: PHONE_NUMBER, body: "Stop" };
  await carrier.inbound({ ...stop, deliver: false });
  const atDeath = await accepted();
  expect(atDeath).toBeLessThan(CLIENTS - 10);

  const elsewhere = newFolder("elsewhere");
  expect((await runParlor(["restore", file, "--data", elsewhere])).out).toContain(
    "Sending is paused",
  );
  copyFileSync(join(original, "secret.key"), join(elsewhere, "secret.key"));

  // Even unpaused, a passive server neither sends nor asks.
  const passive = await serve(elsewhere, "--passive");
  const guest = await signedIn(passive);
  // A server that is not passive would ask now. On a slow machine the test only detects less.
  await Bun.sleep(1_500);
  expect(await guest.request("GET", "/api/conversations")).toMatchObject({ conversations: [] });
  expect(await passive.end("SIGTERM")).toBe(0);

  const second = await serve(elsewhere);
  const owner = await signedIn(second);
  const optedOut = async (n: number) => {
    const { contacts } = await owner.request("GET", `/api/contacts?q=${phoneOf(n).slice(2)}`);
    return contacts[0].optedOut as boolean;
  };
  await until("the STOPs", async () => (await optedOut(STOPS_HERE)) && optedOut(STOPS_MEANWHILE));
  const adopted = await until("the texts that left after the backup", async () => {
    const campaign = (await owner.request("GET", "/api/campaigns"))[0];
    return campaign.sentCount >= atDeath && campaign;
  });
  expect(adopted).toMatchObject({ id, status: "sending", sentCount: atDeath });
  expect((await owner.request("GET", "/api/settings")).sendingPaused).toContain("restored");
  // A server that is not paused would send now. On a slow machine the test only detects less.
  await Bun.sleep(1_500);
  expect(await accepted()).toBe(atDeath);

  await owner.request("POST", "/api/settings/resume-sending");
  const ended = await until("the end of the campaign", async () => {
    const campaign = (await owner.request("GET", "/api/campaigns"))[0];
    return campaign.status === "completed" && campaign;
  });
  const numbers = (await greetings()).map(({ to }) => to);
  process.stdout.write(
    `restored: ${atBackup} before the backup, ${atDeath} before the death, ${numbers.length} in all\n`,
  );
  const counts = countTexted(numbers, CLIENTS - 2);
  reportFault({
    fault: "restore on another machine",
    times: 1,
    ...counts,
    undecided: ended.unknownCount,
  });
  expect(counts).toEqual({ lost: 0, doubled: 0 });
  expect(numbers).not.toContain(phoneOf(STOPS_HERE));
  expect(numbers).not.toContain(phoneOf(STOPS_MEANWHILE));
  expect(ended).toMatchObject({ sentCount: CLIENTS - 2, skippedCount: 2, unknownCount: 0 });

  expect(await second.end("SIGTERM")).toBe(0);
  expect((await runParlor(["doctor", "--data", elsewhere])).out).not.toContain("BAD");
}, 120_000);
