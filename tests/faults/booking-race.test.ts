import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { addMinutes } from "#src/shared/wall-time.ts";
import { newFolder, runParlor, serverOf } from "#tests/support/binary.ts";
import { addBookable, confirmedPhone, dayAhead, KNOWN_KEY } from "#tests/support/booking-salon.ts";
import { reportFault } from "#tests/support/fault-report.ts";
import { createOwner, signedIn } from "#tests/support/salon.ts";

/** `npm run faults` runs the full count; `npm test` a short one. */
const ROUNDS = Number(process.env["FAULT_ROUNDS"] ?? 6);
/** Each day has 20 free times, for which 200 clients race. */
const DAYS = Math.ceil(ROUNDS / 6);
const SLOTS = 20;
const CLIENTS = 200;
/** A round is a start and about as much running time. */
const ROUND_MS = 1_600;

interface Client {
  readonly phone: string;
  /** Attempts are limited by network. */
  readonly address: string;
  readonly start: string;
  readonly startsAfterMs: number;
  /** The first reply is lost, as when a phone loses its connection. */
  readonly losesAnswer: boolean;
}

test(
  `${CLIENTS * DAYS} clients race for ${SLOTS * DAYS} times through ${ROUNDS} × kill -9: each time is booked once, by one who was told so`,
  async () => {
    const data = newFolder("booking-race");
    const serve = serverOf(data, { ...KNOWN_KEY, PARLOR_TRUSTED_PROXIES: "127.0.0.1" });
    await createOwner(data);
    let parlor = await serve();
    const { url } = parlor;
    const { serviceId } = await addBookable(await signedIn(parlor), {
      minutes: 15,
      start: "09:00",
      end: "14:00",
    });

    let repeats = 0;
    const book = async ({ phone, address, start, startsAfterMs, losesAnswer }: Client) => {
      await Bun.sleep(startsAfterMs);
      for (let attempt = 0; ; attempt += 1) {
        const patience = losesAnswer && attempt === 0 ? Math.random() * 30 : 10_000;
        const response = await fetch(`${url}/api/booking`, {
          method: "POST",
          headers: {
            "content-type": "application/json",
            cookie: confirmedPhone(phone),
            "x-forwarded-for": address,
          },
          body: JSON.stringify({ serviceId, employeeId: null, start, name: `Client ${phone}` }),
          signal: AbortSignal.timeout(patience),
        })
          .then(async (answer) => ({ status: answer.status, body: await answer.json() }))
          .catch(() => undefined);
        if (response?.status === 201) return { phone, start, link: response.body.manageUrl };
        if (response?.status === 409) return undefined;
        if (response && response.status < 500) throw new Error(JSON.stringify(response));
        repeats += 1;
        await Bun.sleep(20);
      }
    };
    const answers = Promise.all(clients().map(book));

    for (let round = 0; round < ROUNDS; round += 1) {
      // No condition: the process must die at an arbitrary moment.
      await Bun.sleep(200 + Math.random() * 1_000);
      await parlor.end("SIGKILL");
      parlor = await serve();
    }
    const told = (await answers).filter((answer) => answer !== undefined);
    expect(await parlor.end("SIGTERM")).toBe(0);

    const db = new Database(`${data}/parlor.db`, { readonly: true });
    const booked = db
      .query(
        `select '+' || b.phone as phone, a.starts_at as start, b.id as booking from online_bookings b
           join appointments a on a.id = b.appointment_id where a.status = 'booked' order by a.starts_at`,
      )
      .all() as { phone: string; start: string; booking: number }[];
    const appointments = db.query("select count(*) as n from appointments").get();
    db.close();
    process.stdout.write(`${ROUNDS} kills: ${booked.length} booked, ${repeats} repeats\n`);
    const times = new Set(booked.map(({ start }) => start)).size;
    reportFault({
      fault: "kill -9 between bookings",
      times: ROUNDS,
      lost: starts().length - times,
      doubled: booked.length - times,
      undecided: 0,
    });
    expect(booked.map(({ start }) => start)).toEqual(starts());
    expect(appointments).toEqual({ n: booked.length });
    expect(
      told
        .map(({ phone, start, link }) => ({ phone, start, booking: bookingOf(link) }))
        .toSorted((a, b) => a.start.localeCompare(b.start)),
    ).toEqual(booked);

    const report = await runParlor(["doctor", "--data", data], "", KNOWN_KEY);
    expect(report.out).not.toContain("BAD");
    expect(report.code).toBe(0);
  },
  ROUNDS * 6_000 + 60_000,
);

/** All times, earliest first. */
function starts(): string[] {
  return Array.from({ length: DAYS * SLOTS }, (_, at) =>
    addMinutes(`${dayAhead(Math.floor(at / SLOTS))}T09:00:00`, (at % SLOTS) * 15),
  );
}

/** Those of a day come within the same rounds, ten for each of its times. */
function clients(): Client[] {
  const all = starts();
  const span = (ROUNDS * ROUND_MS) / DAYS;
  return Array.from({ length: DAYS * CLIENTS }, (_, at) => {
    const day = Math.floor(at / CLIENTS);
    return {
      phone: `+1212${String(2_000_000 + at)}`,
      address: `203.${at >> 8}.${at & 255}.1`,
      start: all[day * SLOTS + (at % SLOTS)] ?? "",
      startsAfterMs: (day + Math.random()) * span,
      losesAnswer: at % 3 === 0,
    };
  });
}

/** 17 of "http://127.0.0.1:3000/book/17-abc…" */
function bookingOf(link: string): number {
  return Number(/\/book\/(\d+)-/.exec(link)?.[1]);
}
