import { inTransaction } from "#db/connection.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import type { ReviewsAccess, ReviewsProvider } from "#src/platform/providers/reviews.ts";
import { OBLIGING } from "#tests/fakes/outside.ts";
import { sidOf } from "#tests/fakes/sms.ts";
import { askTo, phoneIn } from "./callers.ts";
import { joinMembership } from "./one-member.ts";
import { payByPlan } from "./one-plan.ts";
import { BALAYAGE, employee, outside } from "./outside.ts";
import { contact, type TestApp, testApp } from "./test-app.ts";
import { postInbound, postReceipt } from "./twilio-posts.ts";

export interface Leaks {
  /** Addresses whose answer held a planted name, and a planted number. */
  readonly names: string[];
  readonly phones: string[];
  /** Answers with status 200. */
  read: number;
  /** Addresses whose answer was a failure of the server. */
  readonly failed: string[];
}

const NAME = "Zyxwela Quorvane";
const PHONE = "+12025557391";
/** Known by nothing but the number. */
const UNKNOWN = "+12025557392";

/** What somebody who guesses would look for. */
export const SENTINELS = [
  "Zyxwela",
  "quor",
  "Zy",
  "2025557391",
  "5557391",
  "+1202",
  '"12025557392',
  "7391",
];

const NAMES = /zyxwela|quorvane/i;
const PHONES = /202\D{0,3}555\D{0,3}739[12]|555\D{0,3}739[12]/;

/** Notes where the answer of an address holds what was planted. */
export function leaksIn(text: string, path: string, leaks: Leaks): void {
  if (NAMES.test(removeAddresses(text))) leaks.names.push(path);
  if (PHONES.test(removeAddresses(text))) leaks.phones.push(path);
}

/** What was asked for comes back in a page's own address, which tells nothing. */
function removeAddresses(text: string): string {
  return text.replace(/"(?:search|q)":"[^"]*"/g, "").replace(/value="[^"]*"/g, "");
}

/** Names and numbers that a pattern may stumble over, and what must appear nowhere. */
export const ODD_CLIENTS = [
  ["Anne-Marie", "O’Neil-Łuczak (Mrs.)", /anne.?marie|o.neil|[łl]uczak/i],
  ["[x]", "*?+|$&", /\*\?\+|\[x\]/],
  ["李", "小龍", /小龍/],
] as const;
const ODD_NUMBERS = ["(２０２) 555\u200b-739$1", "202_555_739$1", "2 0 2 5 5 5 7 3 9 $1"];
const ODD_PHONES = /(?:2|２)\W?(?:0|０)\W?(?:2|２)\D{0,3}5\W?5\W?5\D{0,3}7\W?3\W?9/;

/** Writes the sentinels' texts about a client with another name, and their numbers with odd separators. */
export function writeAs(first: string, last: string): (text: string) => string {
  let numbers = 0;
  return (text) =>
    text
      .replace(/zyxw[eé]la/gi, () => first)
      .replace(/quorvane/gi, () => last)
      .replace(/\(?202\)?[ .-]?555[ .-]?739([12])/g, (_, end) =>
        (ODD_NUMBERS[numbers++ % ODD_NUMBERS.length] ?? "").replace("$1", end),
      );
}

/** Looks for one of the odd clients as `leaksIn` does for the usual one. */
export function oddLeaksIn(name: RegExp): typeof leaksIn {
  return (text, path, leaks) => {
    if (name.test(text)) leaks.names.push(path);
    if (ODD_PHONES.test(text)) leaks.phones.push(path);
  };
}

type Write = (text: string) => string;

/** A salon with one client's name and number, and an unknown number, in every possible place. */
export async function sentinelSalon(
  path?: string,
  write: Write = (text) => text,
): Promise<TestApp> {
  const name = write(NAME);
  const parlor = testApp({
    path,
    providers: { reviews: () => ({ ...OBLIGING.reviews(NOTHING), list: listed(write) }) },
  });
  const { app, admin, hono } = parlor;
  const id = contact(app, admin, name, PHONE);
  await admin.request("PATCH", `/api/contacts/${id}`, { email: "zyxwela@example.com" });
  await admin.request("POST", `/api/contacts/${id}/notes`, {
    body: write("Zyxwela prefers (202) 555-7391, not the landline. Ask QUORVANE'S sister."),
  });
  await admin.request("POST", "/api/employees", { name: "Elena" });
  await admin.request("POST", "/api/appointments", {
    employeeId: 1,
    clientName: name,
    phoneNumber: PHONE,
    appointmentDate: "2026-11-20T12:00",
  });
  await postInbound(hono, {
    sid: sidOf(901),
    from: PHONE,
    body: write("It's Zyxwéla! Call 202.555.7391 or +12025557391"),
  });
  await postInbound(hono, {
    sid: sidOf(902),
    from: UNKNOWN,
    body: write("Who is this? I am 2025557392"),
  });
  await admin.request("POST", "/api/conversations/messages", {
    conversationId: 1,
    body: write("Hi Zyxwela Quorvane, see you"),
  });
  await admin.request("POST", "/api/campaigns", {
    name: "Spring",
    message: "Hi {firstName|there}, it is spring",
    audience: { all: true },
    skipCheck: true,
  });
  await parlor.sendAll();
  const texts = app.db
    .query<{ id: number; sid: string; phone: number }, []>(
      "select id, provider_id as sid, phone from messages where status = 'sent' order by id",
    )
    .all();
  const [first] = texts;
  if (!first) throw new Error("nothing was sent");
  await postReceipt(hono, `https://salon.example.com/api/twilio/status-callback?rid=${first.id}`, {
    sid: sidOf(1),
    to: PHONE,
    status: "undelivered",
    errorCode: 30008,
  });
  await postInbound(hono, {
    sid: sidOf(903),
    from: PHONE,
    body: write("Zyxwela here, please stop texting me"),
  });
  payByPlan(app, { id, name, phone: PHONE }, admin.id);
  await askFromOutside(parlor, write);
  callIn(parlor, id, write);
  const { body } = await admin.request("POST", "/api/memberships", {
    name: "Glow Club",
    description: "Facials",
    price: "49.00",
  });
  joinMembership(parlor, body.id, id);
  await reviewAtGoogle(parlor, id);
  return parlor;
}

const NOTHING: ReviewsAccess = {
  apiKey: undefined,
  placeId: undefined,
  clientId: undefined,
  clientSecret: undefined,
  refreshToken: undefined,
  accountId: undefined,
  locationId: undefined,
};

/** One by her name, one by another name of hers, and one by a stranger who is called like her. */
const listed =
  (write: Write): ReviewsProvider["list"] =>
  async () => ({
    kind: "listed",
    isComplete: true,
    reviews: [
      ["Zyxwela Quorvane", "Ask for Zyxwela at +1 202 555 7391"],
      ["Quorvanette", "I, Quorvanette, also known as Zyxwela, was happy"],
      ["Quorvane Fan", "A quorvane is always happy, on 202-555-7391 too"],
    ].map(([reviewerName = "", text = ""], at) => ({
      id: `AbF${at}`,
      reviewerName: write(reviewerName),
      text: write(text),
      rating: 5,
      reviewedAt: at,
      changedAt: at,
    })),
  });

async function reviewAtGoogle({ admin }: TestApp, contactId: number): Promise<void> {
  await admin.request("POST", "/api/settings", { googleApiKey: "key", googlePlaceId: "place" });
  await admin.request("POST", "/api/google-reviews/fetch");
  const { status } = await admin.request("POST", "/api/google-reviews/2/match", { contactId });
  if (status !== 200) throw new Error("there is no second review");
}

/** She calls, then from a number that is known without a name, then with her number withheld; and asks for Jo. */
function callIn(parlor: TestApp, contactId: number, write: Write): void {
  const said = [
    "Hi, it's Zyxwéla, from 202 555 7391.",
    "Hello Zyxwela Quorvane!",
    "Tell QUORVANE'S sister too, +1 (202) 555-7392.",
  ].map(write);
  const own = phoneIn(parlor, { phone: PHONE, said, message: write("Zyxwela, 2025557391") });
  askTo(parlor, {
    callId: own,
    contactId,
    callerName: write("Zyxwéla"),
    phone: PHONE,
    notes: write("Zyxwela Quorvane, call 202-555-7391"),
    requestedService: write("Peel for Zyxwela"),
    preferredDate: write("Quorvane's birthday"),
    slot: { employeeId: 2, startsAt: "2026-11-27T10:00:00", durationMinutes: 60 },
  });
  for (const phone of [UNKNOWN, null])
    askTo(parlor, {
      callId: phoneIn(parlor, { phone, said, message: said[0] ?? "" }),
      callerName: write(NAME),
      phone,
      notes: write(`${NAME} ${PHONE}`),
      requestedService: "Gloss",
    });
}

/** A contact update for her, a conflict about two appointments, and a log entry with her name. */
async function askFromOutside(parlor: TestApp, write: Write): Promise<void> {
  const own = await outside(parlor);
  const [first_name, last_name] = [write("Zyxwela"), write("Quorvane")];
  employee(parlor, "Jo");
  await own.send("contactUpdate", { first_name, last_name, phone_number: PHONE });
  for (const start_datetime of ["2026-11-27T10:00", "2026-11-27T10:30"])
    await own.send("appointmentCreate", {
      ...BALAYAGE,
      first_name,
      last_name,
      start_datetime,
      service_display_name: write("Balayage for Zyxwela"),
    });
  await own.send("appointmentDelete", {
    first_name,
    last_name,
    service_display_name: write("Balayage for Zyxwela"),
  });
  inTransaction(parlor.app.db, () =>
    recordSystem(parlor.app, {
      action: "campaign.halt",
      metadata: { note: write(`${NAME} ${PHONE}`) },
    }),
  );
}
