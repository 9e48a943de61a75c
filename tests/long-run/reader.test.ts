import { expect, test } from "bun:test";
import { readMoney } from "./read-money.ts";
import { readTexts } from "./read-texts.ts";
import { readVisits } from "./read-visits.ts";

// The long run itself takes minutes; here each reading must find what is planted.
const ADA = "+12125550104";
const NOON = Date.parse("2026-11-25T17:00:00Z");
const HOUR = 3_600_000;

const text = (body: string, at = NOON, to = ADA) =>
  ({
    sid: `SM${body}${at}`,
    to,
    from: "+12025550100",
    body,
    status: "sent",
    statusCallback: null,
    at,
  }) as const;
const row = (body: string, purpose = "campaign") => ({
  direction: "outbound",
  status: "delivered",
  phone: ADA,
  purpose,
  body,
});
const stop = (at: number) => ({ sid: "SM1", from: ADA, body: "STOP", at });

test.each([
  ["the same text on both sides", [row("Hi")], [text("Hi")], [], []],
  ["a code", [row("", "code")], [text("Your code is 123456")], [], []],
  [
    "a doubled text",
    [row("Hi")],
    [text("Hi"), text("Hi")],
    [],
    ["1 × only outside: +12125550104 Hi"],
  ],
  [
    "a lost text",
    [row("Hi"), row("Yo")],
    [text("Hi")],
    [],
    ["1 × only in Parlor: +12125550104 Yo"],
  ],
  [
    "a text at ten in the evening",
    [row("Hi")],
    [text("Hi", NOON + 10 * HOUR)],
    [],
    [`${ADA} at 2026-11-25T22:00:00`],
  ],
  [
    "a text on Sunday morning",
    [row("Hi")],
    [text("Hi", NOON + 94.5 * HOUR)],
    [],
    [`${ADA} at 2026-11-29T10:30:00`],
  ],
  ["a reply in the evening", [row("Yes", "chat")], [text("Yes", NOON + 10 * HOUR)], [], []],
  [
    "a text after STOP",
    [row("Hi")],
    [text("Hi")],
    [stop(NOON - HOUR)],
    [`${ADA} at 2026-11-25T12:00:00: Hi`],
  ],
  [
    "an answer to HELP after STOP, which left before the webhook was answered",
    [row("Call us", "keyword")],
    [text("Call us")],
    [stop(NOON - HOUR), { ...stop(NOON + 20), body: "HELP" }],
    [],
  ],
] as const)("the reader of texts judges %s", (_, messages, accepted, received, expected) => {
  const heard = received.map(({ from, body }) => ({ direction: "inbound", phone: from, body }));
  const findings = readTexts({ messages: [...messages, ...heard], accepted, received });
  expect(findings.flatMap(({ differences }) => differences)).toEqual([...expected]);
});

test("the reader of money misses no cent", () => {
  const payment = { id: "pi_1", amount: 4_900, customer: "cus_1", refunded: 0, disputed: false };
  const moved = { payments: [payment], customers: [], waiting: 0 };
  const charge = (amount: string) => ({ kind: "charge", amount, payment: "pi_1" });
  const differences = (rows: Record<string, string>[], money = moved) =>
    readMoney(rows, money).flatMap((finding) => finding.differences);
  expect(differences([charge("49.00")])).toEqual([]);
  expect(differences([charge("48.99")])).toHaveLength(2);
  expect(differences([charge("49.00"), charge("49.00")])).toHaveLength(1);
  const refunded = { ...moved, payments: [{ ...payment, refunded: 4_900 }] };
  expect(differences([charge("49.00")], refunded)).toEqual(["1 × only outside: pi_1 49.00"]);
});

test("the reader of visits finds what a client was not told, and two visits at one time", () => {
  const visit = {
    id: "1",
    phone: ADA,
    source: "online",
    status: "booked",
    employee: "Jo",
    start: "2026-11-27T10:00:00",
    end: "2026-11-27T11:00:00",
  };
  const told = text(
    "You are booked on Friday, November 27 at 10:00 AM. Change or cancel: x/book/7-a",
  );
  const differences = (rows: Record<string, string>[], texts = [told]) =>
    readVisits(rows, texts).flatMap((finding) => finding.differences);
  expect(differences([visit])).toEqual([]);
  expect(differences([visit], [])).toHaveLength(2);
  expect(differences([])).toEqual([`1 × only outside: ${ADA}`]);
  const other = { ...visit, id: "2", source: "staff", start: "2026-11-27T10:30:00" };
  expect(differences([visit, other])).toEqual([
    "Jo: 1 until 2026-11-27T11:00:00, 2 from 2026-11-27T10:30:00",
  ]);
});
