import { afterEach, beforeEach, expect, test } from "bun:test";
import { flushWrites } from "#src/platform/write-batch.ts";
import { CALLER, type CallStand, callStand, sidOf, storedCall } from "./stand.ts";

let stand: CallStand;
beforeEach(async () => {
  stand = await callStand({ pieceTimeoutMs: 60_000, answerTimeoutMs: 60_000 });
});
afterEach(async () => {
  expect([stand.standIn.unexpected, stand.standIn.bugs]).toEqual([[], []]);
  await stand.stop();
});

/** The card of the tests, in any grouping. */
const CARD = /42\D{0,3}42\D{0,3}42|forty.?two|four two/i;

/** Everything in the database and every request to the model. */
function everything(): string {
  const tables = ["calls", "call_turns", "potential_appointments", "audit_logs"].map((table) =>
    JSON.stringify(stand.parlor.app.db.query(`select * from ${table}`).all()),
  );
  return [...tables, JSON.stringify(heard)].join("\n");
}
let heard: unknown[] = [];
const listen = (text: string) => (request: unknown) => {
  heard.push(structuredClone(request));
  return { text };
};

test("a card is neither stored, nor sent to the model, nor said back, over several turns too", async () => {
  heard = [];
  const { chat } = stand.standIn;
  chat.script.push(
    listen("Please don't tell me your card number."),
    listen("Go on?"),
    listen("Was it 4242 4242 4242 4242?"),
    listen("See you then."),
  );
  const call = await stand.call();
  await call.says("I'll pay with forty-two forty-two 4242, four two four two 4242, CVV 123");
  await call.says("Again: four two four two");
  // The rest of the number, which shows what began in the turn before.
  const spoken = await call.says("4242 4242 4242");
  expect(spoken).not.toMatch(CARD);
  await call.says("Friday at 3 PM, call me at 512 555 0142");
  await call.hangUp();
  const { turns } = storedCall(stand.parlor, call.sid);
  expect(turns.filter(({ role }) => role === "user").map(({ content }) => content)).toEqual([
    "I'll pay with [number hidden], CVV [number hidden]",
    "Again: [number hidden]",
    "[number hidden]",
    "Friday at 3 PM, call me at 512 555 0142",
  ]);
  const later = JSON.stringify(heard.slice(2));
  expect(later).not.toMatch(CARD);
  expect(later).toContain("512 555 0142");
});

test("what the model makes of a card is not stored either", async () => {
  heard = [];
  stand.standIn.chat.script.push(
    { calls: [{ name: "leave_message", args: { words: "Charge 4242 4242 4242 4242, CVV 123" } }] },
    listen("Noted."),
  );
  const call = await stand.call();
  await call.says("Take a message please");
  await call.hangUp();
  expect(storedCall(stand.parlor, call.sid).message).toBe(
    "Charge [number hidden], CVV [number hidden]",
  );
  expect(everything()).not.toMatch(CARD);
});

test("a voicemail and the sentence-by-sentence mode keep no card", async () => {
  heard = [];
  await stand.parlor.admin.request("POST", "/api/settings", { aiCallMode: "gather" });
  const rings = { CallSid: sidOf(7), From: CALLER, Direction: "inbound" };
  const { xml } = await stand.post("/api/voice/incoming", rings);
  const action = /<Gather[^>]*action="https:\/\/[^/]+([^"]+)"/.exec(xml)?.[1] ?? "";
  stand.standIn.chat.script.push(listen("Thanks."));
  const SpeechResult = "It's 4242 4242 4242 4242";
  await stand.post(action.replaceAll("&amp;", "&"), { ...rings, SpeechResult });
  await stand.post("/api/voice/message", {
    ...rings,
    SpeechResult: `Ana, 512 555 0142. ${SpeechResult}`,
  });
  await flushWrites(stand.parlor.app);
  expect(storedCall(stand.parlor, sidOf(7)).message).toBe(
    "Ana, 512 555 0142. It's [number hidden]",
  );
  expect(everything()).not.toMatch(CARD);
});
