import { expect, test } from "bun:test";
import { ACCOUNT_SID, AUTH_TOKEN, PHONE_NUMBER } from "#tests/sandbox/twilio-carrier.ts";
import { newFolder, serverOf } from "#tests/support/binary.ts";
import { connectStandIn, createOwner, signedIn } from "#tests/support/salon.ts";
import type { StaffClient } from "#tests/support/staff-client.ts";
import { startStandInProcess } from "#tests/support/stand-in-process.ts";

/** `npm run faults` runs the full count; `npm test` a short one. */
const MESSAGES = Number(process.env["FAULT_MESSAGES"] ?? 6_000);
const CLIENTS = 600;
/** One number in ten is a landline: the stand-in's texts to it end undelivered with 30006. */
const phoneOf = (n: number) =>
  `+1212${555 + Math.floor(n / 10)}${n % 10 === 0 ? "0006" : `1${n % 10}04`}`;
const LANDLINES = CLIENTS / 10;

test(`a scan of ${MESSAGES} texts, killed midway, ends with the right flags and counts`, async () => {
  const data = newFolder("scan");
  const standIn = await startStandInProcess(3);
  await standIn.control({ callbacks: false, callbackDelayMs: [0, 0] });
  await sendElsewhere(standIn.url);
  await standIn.control({ latencyMs: 40 });

  const serve = serverOf(data, { ...standIn.env });
  await createOwner(data);
  let parlor = await serve();
  let staff = await signedIn(parlor);
  await connectStandIn(staff, parlor.url, { messageCount: 1, delaySeconds: 1 });
  await importAll(staff);

  const interrupted = staff.request("POST", "/api/twilio/check-failed-messages").catch(() => "cut");
  await until(async () => ((await state(staff)).running?.scanned ?? 0) > MESSAGES / 4);
  await parlor.end("SIGKILL");
  expect(await interrupted).toBe("cut");

  parlor = await serve();
  staff = await signedIn(parlor);
  expect((await state(staff)).running?.scanned).toBeGreaterThan(0);
  const result = await staff.request("POST", "/api/twilio/check-failed-messages");
  expect(result).toEqual({
    totalMessages: MESSAGES,
    contactsOptedOut: 0,
    contactsMarkedUndeliverable: LANDLINES,
    contactsCleared: 0,
    summary: [`${LANDLINES} contacts marked undeliverable`],
  });
  const flagged = await staff.request("GET", "/api/contacts/all");
  const dead = flagged.filter((one: { undeliverable: boolean }) => one.undeliverable);
  expect(dead.map((one: { phoneNumber: string }) => one.phoneNumber).sort()).toEqual(
    Array.from({ length: LANDLINES }, (_, n) => phoneOf(n * 10)).sort(),
  );
  expect(await staff.request("POST", "/api/twilio/check-failed-messages")).toMatchObject({
    contactsMarkedUndeliverable: 0,
    summary: [],
  });
}, 180_000);

/** Texts that the account sent before Parlor was there. */
async function sendElsewhere(url: string): Promise<void> {
  const authorization = `Basic ${btoa(`${ACCOUNT_SID}:${AUTH_TOKEN}`)}`;
  let next = 0;
  await Promise.all(
    Array.from({ length: 32 }, async () => {
      while (next < MESSAGES) {
        const form = { To: phoneOf(next % CLIENTS), From: PHONE_NUMBER, Body: `Hello ${next}` };
        next += 1;
        const address = `${url}/2010-04-01/Accounts/${ACCOUNT_SID}/Messages.json`;
        const body = new URLSearchParams(form).toString();
        const headers = { authorization, "content-type": "application/x-www-form-urlencoded" };
        const { status } = await fetch(address, { method: "POST", headers, body });
        if (status !== 201) throw new Error(`the stand-in answered ${status}`);
      }
    }),
  );
}

async function importAll(staff: StaffClient): Promise<void> {
  for (let from = 0; from < CLIENTS; from += 300)
    await staff.request("POST", "/api/contacts/bulk-import", {
      consentBasis: "They signed a form",
      contacts: Array.from({ length: 300 }, (_, n) => ({
        firstName: "Client",
        lastName: String(from + n),
        phoneNumber: phoneOf(from + n),
      })),
    });
}

const state = (staff: StaffClient) => staff.request("GET", "/api/deliverability");

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (const started = performance.now(); !(await condition()); await Bun.sleep(5))
    if (performance.now() - started > 60_000) throw new Error(`Still false: ${condition}`);
}
