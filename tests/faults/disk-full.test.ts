import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { PHONE_NUMBER } from "#tests/sandbox/twilio-carrier.ts";
import { runParlor, startParlor } from "#tests/support/binary.ts";
import { connectStandIn, createOwner, importClients, signedIn } from "#tests/support/salon.ts";
import { mountSmallDisk } from "#tests/support/small-disk.ts";
import { startStandInProcess } from "#tests/support/stand-in-process.ts";
import { until } from "#tests/support/until.ts";

const CLIENTS = 600;

const phoneOf = (n: number) => `+1212${String(2_000_000 + n * 10 + 4).padStart(7, "0")}`;

test("a disk that fills up during a campaign: a message, no duplicates, and every STOP obeyed", async () => {
  const disk = mountSmallDisk(56);
  if (!disk) return;
  const data = join(disk.folder, "data");
  const standIn = await startStandInProcess(11);
  await createOwner(data);
  const parlor = await startParlor(["serve", "--data", data, "--port", "0"], {
    PARLOR_DISK_LOW_MB: "1",
    PARLOR_SETTLE_SECONDS: "1",
    ...standIn.env,
  });
  const staff = await signedIn(parlor);
  await connectStandIn(staff, parlor.url, { messageCount: 100, delaySeconds: 1 });
  await standIn.control({
    magic: false,
    callbackDelayMs: [5, 50],
    smsUrl: `${parlor.url}/api/twilio/webhook`,
  });
  const ids = await importClients(staff, CLIENTS);
  await until("the ballast", async () => existsSync(join(data, "ballast")));
  const campaign = await staff.request("POST", "/api/campaigns", {
    name: "Full",
    message: "Hi {firstName}, see you soon",
    contactIds: ids,
    skipCheck: true,
  });
  await until("some texts", async () => (await standIn.counts()).accepted > 40);

  disk.fill();
  const paused = await until("the pause", async () => {
    const settings = await staff.request("GET", "/api/settings").catch(() => undefined);
    return (settings?.sendingPaused ?? undefined) as string | undefined;
  });
  expect(paused).toContain("disk is full");
  expect(existsSync(join(data, "ballast"))).toBe(false);

  const contact = { name: "A", phoneNumber: "+13105550199" };
  const addContact = () =>
    staff.request("POST", "/api/contacts", contact).catch((error: Error) => error.message);
  expect(await addContact()).toContain("507");
  expect((await fetch(`${parlor.url}/ready`)).status).toBe(503);

  // The freed reserve is for STOPs and sign-ins.
  const text = { to: PHONE_NUMBER, body: "STOP" };
  const first = (await standIn.inbound({ ...text, from: phoneOf(CLIENTS - 1) })) as Answer;
  expect(first.status).toBe(200);
  expect(await isOptedOut(staff, CLIENTS - 1)).toBe(true);
  await signedIn(parlor);

  // Not even that: Twilio gets an error status, and users see the reason.
  disk.fill();
  const texted = new Set((await standIn.log()).map(({ to }) => to));
  const waiting = Array.from({ length: CLIENTS - 1 }, (_, n) => n).filter(
    (n) => !texted.has(phoneOf(n)),
  );
  const later = await until("no room for a STOP", async () => {
    const n = waiting.pop() ?? 0;
    const answer = (await standIn.inbound({ ...text, from: phoneOf(n) })) as Answer;
    disk.fill();
    return (answer.status ?? 0) >= 500 && n;
  });
  const refused = await addContact();
  expect(refused).toContain("507");
  expect(refused).toContain("disk is full");
  const still = await staff.request("POST", "/api/settings/resume-sending").catch(String);
  expect(still).toContain("still full");
  const sentWhileFull = (await standIn.counts()).accepted;

  disk.empty();
  await until("the missed STOP", async () => isOptedOut(staff, later));
  const offers = (await standIn.log()).filter(({ body }) => body.startsWith("Hi"));
  expect(offers.map(({ to }) => to)).not.toContain(phoneOf(later));
  await until("the resume", async () =>
    staff.request("POST", "/api/settings/resume-sending").then(
      () => true,
      () => false,
    ),
  );
  const ended = await until("the end of the campaign", async () => {
    const list = await staff.request("GET", "/api/campaigns");
    const one = list.find(({ id }: { id: number }) => id === campaign.id);
    return one.status === "completed" && one;
  });

  const log = (await standIn.log()).filter(({ body }) => body.startsWith("Hi"));
  const numbers = log.map(({ to }) => to);
  process.stdout.write(
    `disk full: ${sentWhileFull} texts left before there was room again, ${numbers.length} in all\n`,
  );
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(numbers).not.toContain(phoneOf(CLIENTS - 1));
  expect(numbers).not.toContain(phoneOf(later));
  expect(numbers.length).toBe(ended.sentCount);
  expect(ended.sentCount + ended.skippedCount).toBe(CLIENTS);
  expect(ended.unknownCount).toBe(0);

  expect(await parlor.end("SIGTERM")).toBe(0);
  const report = await runParlor(["doctor", "--data", data]);
  expect(report.out).not.toContain("BAD");
}, 180_000);

interface Answer {
  readonly status: number | null;
}

async function isOptedOut(
  staff: Awaited<ReturnType<typeof signedIn>>,
  n: number,
): Promise<boolean> {
  const { contacts } = await staff.request("GET", `/api/contacts?q=${phoneOf(n).slice(2)}`);
  return contacts[0]?.optedOut ?? false;
}
