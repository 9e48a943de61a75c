import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { addMinutes } from "#src/shared/wall-time.ts";
import { brokenLaws } from "#tests/calendar/waitlist/broken-laws.ts";
import { PHONE_NUMBER } from "#tests/sandbox/twilio-carrier.ts";
import { newFolder, runParlor, serverOf } from "#tests/support/binary.ts";
import { addBookable, dayAhead } from "#tests/support/booking-salon.ts";
import { reportFault } from "#tests/support/fault-report.ts";
import { connectStandIn, createOwner, importClients, signedIn } from "#tests/support/salon.ts";
import type { StaffClient } from "#tests/support/staff-client.ts";
import { type StandInProcess, startStandInProcess } from "#tests/support/stand-in-process.ts";
import { until } from "#tests/support/until.ts";

/** `npm run faults` runs the full count; `npm test` a short one. */
const ROUNDS = Number(process.env["FAULT_ROUNDS"] ?? 5);
/** Each day is full of visits of an hour, and all of them are canceled while the process dies. */
const DAYS = Math.ceil(ROUNDS / 3);
const TIMES = DAYS * 8;
/** More than there are times, so that each time finds a client. */
const CLIENTS = TIMES + 8;
const ROUND_MS = 2_000;

test(
  `${ROUNDS} × kill -9 over ${TIMES} cancellations, offers and replies: each time is booked once, each offer texted once`,
  async () => {
    const data = newFolder("waitlist-kill");
    const standIn = await startStandInProcess(29);
    const serve = serverOf(data, {
      PARLOR_SETTLE_SECONDS: "1",
      ...standIn.env,
    });
    await createOwner(data);
    let parlor = await serve();
    const staff = await signedIn(parlor);
    await connectStandIn(staff, parlor.url, { messageCount: 1000, delaySeconds: 1 });
    const smsUrl = `${parlor.url}/api/twilio/webhook`;
    await standIn.control({ magic: false, latencyMs: 20, duplicate: 0.3, smsUrl });
    const appointments = await fillDays(staff);

    let isOver = false;
    const inbox = answerOffers(standIn, () => isOver);
    const calendar = Promise.all(
      appointments.map(async (id) => {
        await Bun.sleep(Math.random() * ROUNDS * ROUND_MS);
        await insist(() =>
          staff.request("PATCH", `/api/appointments/${id}`, { status: "canceled" }),
        );
      }),
    );
    for (let round = 0; round < ROUNDS; round += 1) {
      // No condition: the process must die at an arbitrary moment.
      await Bun.sleep(400 + Math.random() * 1_600);
      await parlor.end("SIGKILL");
      expect(lawsOf(data)).toEqual([]);
      parlor = await serve();
    }
    await calendar;
    const booked = await until("every canceled time is booked again", async () => {
      const entries = await insist(() => staff.request("GET", "/api/waitlist"));
      const done = entries.filter(({ status }: { status: string }) => status === "booked");
      return done.length === TIMES && done;
    });
    await until("the confirmations", async () => (await confirmations(standIn)).length >= TIMES);
    isOver = true;
    await inbox;
    expect(await parlor.end("SIGTERM")).toBe(0);
    expect(lawsOf(data)).toEqual([]);

    expect(new Set(booked.map((one: { booked: { start: string } }) => one.booked.start)).size).toBe(
      TIMES,
    );
    const confirmed = await confirmations(standIn);
    expect(new Set(confirmed).size).toBe(TIMES);
    expect(confirmed).toHaveLength(TIMES);
    const offers = (await standIn.log()).filter(isOffer).map(({ to, body }) => `${to} ${body}`);
    // Until when the offer holds is not part of it: the same time must not be offered again later.
    const distinct = new Set(offers.map((offer) => offer.replace(/ by .*/, "")));
    process.stdout.write(`${ROUNDS} kills: ${offers.length} offers, ${booked.length} booked\n`);
    reportFault({
      fault: "kill -9 between waitlist texts",
      times: ROUNDS,
      lost: TIMES - new Set(confirmed).size,
      doubled: confirmed.length - new Set(confirmed).size + offers.length - distinct.size,
      undecided: 0,
    });
    expect(offers).toHaveLength(distinct.size);
    expect((await standIn.counts()).unexpected).toEqual([]);

    const report = await runParlor(["doctor", "--data", data]);
    expect(report.out).not.toContain("BAD");
    expect(report.code).toBe(0);
  },
  ROUNDS * 8_000 + 120_000,
);

/** Books every hour of the days, and puts the clients on the waitlist for all of them. */
async function fillDays(staff: StaffClient): Promise<number[]> {
  const { employeeId, serviceId } = await addBookable(staff, {
    minutes: 60,
    start: "09:00",
    end: "17:00",
  });
  const ids = [];
  for (let at = 0; at < TIMES; at += 1) {
    const start = addMinutes(`${dayAhead(Math.floor(at / 8))}T09:00:00`, (at % 8) * 60);
    const visit = { employeeId, serviceId, clientName: `Visitor ${at}`, appointmentDate: start };
    ids.push((await staff.request("POST", "/api/appointments", visit)).id);
  }
  for (const contactId of await importClients(staff, CLIENTS))
    await staff.request("POST", "/api/waitlist", {
      contactId,
      serviceId,
      from: dayAhead(0),
      to: dayAhead(DAYS),
    });
  return ids;
}

/**
 * Answers each offer once, by a text that is delivered until the program takes it, and then once more. Every fourth
 * client passes on the first offer.
 */
async function answerOffers(standIn: StandInProcess, isOver: () => boolean): Promise<void> {
  const answered = new Set<string>();
  const passed = new Set<string>();
  while (!isOver()) {
    const offers = (await standIn.log()).filter(isOffer).filter(({ sid }) => !answered.has(sid));
    for (const { sid, to } of offers) {
      answered.add(sid);
      const passes = Number(to.slice(-2, -1)) % 4 === 0 && !passed.has(to);
      if (passes) passed.add(to);
      const reply = {
        from: to,
        to: PHONE_NUMBER,
        body: passes ? "No" : "Yes",
        sid: `SM${String(answered.size).padStart(32, "0")}`,
      };
      await insist(() => standIn.inbound(reply));
      await insist(() => standIn.inbound(reply));
    }
    await Bun.sleep(20);
  }
}

function isOffer({ body }: { body: string }): boolean {
  return body.includes("a time opened up") || body.includes("A time opened up");
}

/** The numbers that got a booking confirmation. */
async function confirmations(standIn: StandInProcess): Promise<string[]> {
  const log = await standIn.log();
  return log.filter(({ body }) => /you are booked/i.test(body)).map(({ to }) => to);
}

function lawsOf(data: string) {
  const db = new Database(`${data}/parlor.db`);
  const broken = brokenLaws(db);
  db.close();
  return broken;
}

/** Retries while the program isn't running. @throws the last error after a minute */
// biome-ignore lint/suspicious/noExplicitAny: what the API answers
async function insist(run: () => Promise<any>): Promise<any> {
  for (const started = performance.now(); ; await Bun.sleep(50))
    try {
      return await run();
    } catch (error) {
      if (performance.now() - started > 60_000) throw error;
    }
}
