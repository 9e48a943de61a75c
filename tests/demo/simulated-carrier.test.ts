import { expect, spyOn, test } from "bun:test";
import { createSimulatedCarrier } from "#src/platform/providers/simulated/carrier.ts";

const VISITOR = "+12025550190";
/** Each twelfth text is answered after some seconds. */
const TEXTS = 24;

/** Returns who answers texts to this number, once all timers have run. */
async function answers(prepare: (carrier: ReturnType<typeof createSimulatedCarrier>) => unknown) {
  const late: (() => void)[] = [];
  const from: string[] = [];
  const carrier = createSimulatedCarrier();
  carrier.connect({ receipt: () => undefined, reply: (text) => from.push(text.from) });
  await prepare(carrier);
  from.length = 0;
  const timers = spyOn(globalThis, "setTimeout");
  timers.mockImplementation(((run: () => void) => {
    late.push(run);
    return { unref: () => undefined };
  }) as unknown as typeof setTimeout);
  const text = { to: VISITOR, body: "See you on Friday." };
  await Promise.all(Array.from({ length: TEXTS }, () => carrier.send(text as never)));
  timers.mockRestore();
  for (const run of late) run();
  return from;
}

test("a simulated client answers, but never for a visitor who plays that client", async () => {
  expect(await answers(() => undefined)).toEqual([VISITOR, VISITOR]);
  const code = { to: VISITOR, body: "Your code is 204816." };
  expect(await answers((carrier) => carrier.send(code as never))).toEqual([]);
  expect(await answers((carrier) => carrier.receive(VISITOR, "Hello"))).toEqual([]);
});
