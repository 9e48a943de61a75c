import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { until } from "#tests/support/until.ts";
import { getRefusal, sdkFor } from "./sdk-client.ts";
import { PHONE_NUMBER } from "./twilio-carrier.ts";
import type { TwilioStandIn } from "./twilio-controls.ts";
import { startTwilioStandIn } from "./twilio-stand-in.ts";

const TEXT = { to: "+12025550123", from: PHONE_NUMBER, body: "Your table is ready" };

let standIn: TwilioStandIn;

beforeEach(async () => {
  standIn = await startTwilioStandIn();
});

afterEach(async () => {
  expect(standIn.bugs).toEqual([]);
  await standIn.stop();
});

describe("a fault", () => {
  test("of too many requests accepts nothing", async () => {
    standIn.control({ faults: { tooMany: 1 } });

    expect(await getRefusal(create())).toEqual({ status: 429, code: 20429 });
    expect(standIn.counts().accepted).toBe(0);
  });

  test.each([
    ["refuse500", 0],
    ["acceptThen500", 1],
  ])("%s answers 500 without a code and accepts %p", async (fault, accepted) => {
    standIn.control({ faults: { [fault]: 1 } });

    expect(await getRefusal(create())).toEqual({ status: 500 });
    expect(standIn.counts().accepted).toBe(accepted);
  });

  test("acceptThenDrop accepts and closes the connection without a byte", async () => {
    standIn.control({ faults: { acceptThenDrop: 1 } });

    const error = await create().catch((reason: unknown) => reason);

    expect(error).toMatchObject({ code: "ECONNRESET" });
    expect(standIn.counts().accepted).toBe(1);
  });

  test("ends after its number of requests", async () => {
    standIn.control({ faults: { refuse500: 1 } });
    standIn.control({ faults: {} });

    expect((await create()).status).toBe("queued");
  });

  test("occurs about as often as configured, and the same for the same seed", async () => {
    const first = await outcomes(7);

    expect(first.filter((outcome) => outcome === 201).length).toBeWithin(60, 101);
    expect(first.filter((outcome) => outcome === 429).length).toBeWithin(40, 81);
    expect(first.filter((outcome) => outcome === 500).length).toBeWithin(40, 81);
    expect(await outcomes(7)).toEqual(first);
    expect(await outcomes(8)).not.toEqual(first);
  });
});

test("latency accepts at once and answers late", async () => {
  standIn.control({ latencyMs: 100 });
  const started = performance.now();
  const answer = create();
  await until("it is accepted", () => standIn.counts().accepted === 1);
  await answer;
  expect(performance.now() - started).toBeGreaterThan(95);
});

test("the same seed gives the same sids, whatever the faults", async () => {
  const other = await startTwilioStandIn({ faults: { acceptThen500: 0.5 } });
  for (let n = 0; n < 5; n++) await create();
  for (let n = 0; n < 5; n++) await create(other).catch(() => undefined);

  expect(other.log().map(({ sid }) => sid)).toEqual(standIn.log().map(({ sid }) => sid));
  await other.stop();
});

test("a reply that breaks the contract is a 500 that names the stand-in", async () => {
  const broken = await startTwilioStandIn({ phoneNumbers: ["not a number"] });

  const request = sdkFor(broken).incomingPhoneNumbers.list();

  expect(await getRefusal(request)).toMatchObject({ status: 500 });
  expect(broken.bugs).toEqual([expect.stringContaining("phone_number")]);
  await broken.stop();
});

function create(at = standIn) {
  return sdkFor(at).messages.create(TEXT);
}

/** The statuses of 200 creates in a row. */
async function outcomes(seed: number): Promise<number[]> {
  const own = await startTwilioStandIn({ seed, faults: { tooMany: 0.3, acceptThen500: 0.3 } });
  const statuses: number[] = [];
  for (let n = 0; n < 200; n++) {
    const accepted = create(own).then(() => ({ status: 201 }));
    statuses.push((await accepted.catch(() => getRefusal(accepted))).status);
  }
  await own.stop();
  return statuses;
}
