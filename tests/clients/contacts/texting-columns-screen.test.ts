import { expect, test } from "bun:test";
import fc from "fast-check";
import type { Mapping } from "#src/shared/contact-csv/csv-columns.ts";
import {
  guessRoles,
  readAnswers,
  toTextingColumns,
} from "#src/shared/contact-csv/texting-columns.ts";
import { type TestApp, testApp } from "#tests/support/test-app.ts";
import { readCsv } from "#ui/clients/contacts/csv-file.ts";
import { findUndecided, guessColumns } from "#ui/clients/contacts/guess-columns.ts";

test.each([
  ["SMS consent", "Marketing consent by text"],
  ["SMS Opt In", "Accepts offers by SMS"],
  ["SMS allowed", "Permission for offers at"],
  ["SMS consent", "SMS consent expired on"],
  ["Text consent", "Opt in/out reason"],
])("beside %p the owner decides about %p, which may refuse offers", (known, other) => {
  expect(guessRoles([known, other], {}).get(1)).not.toBe("ignored");
});

const AGREED = [
  "yes",
  "Y",
  "TRUE",
  "1",
  "on",
  "x",
  "✓",
  "Subscribed",
  "OPTED_IN",
  "opt-in",
  "Active",
];
const AGREED_TOO = [
  "granted",
  "Accepted",
  "allowed",
  " Agreed ",
  "Opted In",
  "opted-in",
  "Ja",
  "oui",
  "Sí",
];
const REFUSED = [
  "no",
  "N",
  "FALSE",
  "0",
  "off",
  "",
  "-",
  "n/a",
  "Never",
  "Withdrawn",
  "Pending",
  "Not subscribed",
  "opt-out",
  "OPTED_OUT",
  "Unsubscribed",
  "NEVER_SUBSCRIBED",
  "Declined",
  "Revoked",
  "inactive",
  "unknown",
  "?",
  "Maybe later",
  "email only",
  "do not text",
  "blocked",
  "bounced",
  "2026-11-20",
  "nein",
  "non",
  "asked us to stop",
  "un-subscribed",
  "constructor",
  "__proto__",
];
/** Under a heading such as "Opted out". */
const OUT = [
  "yes",
  "Y",
  "TRUE",
  "1",
  "x",
  "✓",
  "2026-11-20",
  "5/14/2026",
  "Opted out",
  "Unsubscribed",
  "STOP",
  "asked us to stop",
  "Never",
  "pending",
  "permanent",
  "hard bounce",
  "active",
  "on",
  "?",
  "constructor",
];
const NOT_OUT = [
  "",
  "no",
  "No",
  "FALSE",
  "0",
  "off",
  "n/a",
  "-",
  "Subscribed",
  "opted in",
  "nein",
  "none",
];

/** A yes under these agrees to texts. "?" marks those that the owner must decide about. */
const CONSENT = `SMS Consent|SMS Opt-In|SMS opt in|Text opt-in|Text Opt In|OK to Text|Ok to text?|Okay to text|Receive SMS|Receives texts|SMS Status
  SMS Subscription Status|SMS Subscribed|Subscribed to SMS|Can we text you?|May we text you|Can text|Can receive texts|Text Permission|SMS Permission|Accepts SMS Marketing
  Accepts SMS|Mobile marketing|Text Marketing|SMS Marketing|SMS Marketing Consent|sms_marketing_consent|textMarketingOptIn|SMSOptIn|SMS_OPT_IN
  Send Promotional Texts|Allow texts|Text Messages Allowed|Agreed to texts|Consented to texts|SMS opt-in (Y/N)|Mobile Opt In|Text Message Consent
  Accepts Email and SMS Marketing|SMS-Einwilligung|SMS erlaubt|Accepte les SMS|Consentement SMS|Acepta SMS|Consentimiento SMS
  ?Marketing Opt-in|?Consent|?Marketing consent|?Accepts Marketing|?Subscribed|?Contact preference|?Preferred contact method|?Communication preferences
  ?Texts|?WhatsApp opt-in|?SMS preference|?Bella Salon SMS list opt-in|?Opt in|?Text OK (blank = no)|?Newsletter and SMS club member opt-in|?Einwilligung`;
/** A yes under these refuses texts. */
const OPT_OUT = `Opted out|Opt-out|opt_out|SMS Opt Out|Text opt-out|Opted Out of Texts|Unsubscribed|Unsubscribed from SMS|DND|DNC|No Texts|No SMS
  Do Not Text|Don't text|Do not contact|Do not disturb|No marketing|Do not message|Suppressed|SMS Suppressed|Blocked|Blacklisted|Block Reason
  Opt-out date|Opt Out Reason|SMS consent withdrawn|Declined SMS|Refused texts|Not subscribed to SMS?|STOP texts|Text messages stopped|SMS unsub
  Never text|Keine SMS|Abgemeldet|Pas de SMS|Désabonné|No enviar SMS|Dado de baja|SMS disabled|Unsub|Ne pas contacter|Excluded from marketing
  Stop|?Not opted out of nothing|?Do not call|?SMS consent missing|?No text consent on file|?Lacks SMS consent|?Opt out revoked|?SMS opt-in expired`;

const headingsOf = (list: string) => list.split(/[|\n]/).map((heading) => heading.trim());

/** Imports one row per value as an owner would, who answers each question truthfully. Returns who may be texted. */
async function importValues(
  heading: string,
  values: readonly string[],
  truth: "consent" | "optedOut",
) {
  const parlor = testApp();
  const rows = values.map((value, at) => `Client ${at},+1202555${1000 + at},"${value}"`);
  const csv = `Name,Phone,"${heading}"\n${rows.join("\n")}\n`;
  const file = await readCsv(new File([csv], "clients.csv"), "US");
  const guess = guessColumns(file);
  const asked = findUndecided(file.headers, guess);
  const decided = Object.fromEntries(asked.map((at) => [at, truth]));
  const mapping = { ...guess, texting: { ...guess.texting, ...decided } };
  expect(await send(parlor, mapping, csv)).toBe(200);
  return { asked: asked.length > 0, ...(await stateOf(parlor, values.length)) };
}

async function send({ hono, admin }: TestApp, { texting = {}, ...single }: Mapping, csv: string) {
  const query = new URLSearchParams();
  for (const [at, role] of Object.entries(texting))
    query.set(role, [query.get(role) ?? [], at].flat().join());
  for (const [name, at] of Object.entries(single))
    if (at !== undefined) query.set(name, String(at));
  const headers = { cookie: admin.cookie, "content-type": "text/csv" };
  const response = await hono.request(`/api/contacts/import?${query}`, {
    method: "POST",
    headers,
    body: csv,
  });
  return response.status;
}

/** The positions of the clients who get all texts, and of those who get texts about appointments only. */
async function stateOf({ admin, app }: TestApp, expected: number) {
  const { body } = await admin.request("GET", "/api/contacts/all");
  expect(body).toHaveLength(expected);
  const limited = new Set(
    app.db
      .query<{ phone: number }, []>("select phone from appointment_only")
      .all()
      .map(({ phone }) => `+${phone}`),
  );
  const reachable = body.filter(({ optedOut }: { optedOut: boolean }) => !optedOut);
  const positions = (some: { phoneNumber: string }[]) =>
    some.map(({ phoneNumber }) => Number(phoneNumber.slice(-4)) - 1000).sort((a, b) => a - b);
  return {
    textable: positions(
      reachable.filter(({ phoneNumber }: { phoneNumber: string }) => !limited.has(phoneNumber)),
    ),
    appointmentsOnly: positions(
      reachable.filter(({ phoneNumber }: { phoneNumber: string }) => limited.has(phoneNumber)),
    ),
  };
}

test.each(headingsOf(CONSENT))("under %p only a known yes can be texted", async (heading) => {
  const agreed = [...AGREED, ...AGREED_TOO];
  const { asked, textable } = await importValues(
    heading.replace("?", heading.startsWith("?") ? "" : "?"),
    [...agreed, ...REFUSED],
    "consent",
  );
  expect([asked, textable]).toEqual([heading.startsWith("?"), agreed.map((_, at) => at)]);
});

test.each(headingsOf(OPT_OUT))("under %p only a known no can be texted", async (heading) => {
  const { asked, textable } = await importValues(
    heading.replace(/^\?/, ""),
    [...NOT_OUT, ...OUT],
    "optedOut",
  );
  expect([asked, textable]).toEqual([heading.startsWith("?"), NOT_OUT.map((_, at) => at)]);
});

test.each([
  "Hair texture",
  "Options",
  "Adopted",
  "Optional notes",
  "Context",
  "Email opt-in",
  "__proto__",
])("%p is not asked about", async (heading) => {
  const file = await readCsv(new File([`Name,Phone,${heading}\nAda,1,x\n`], "clients.csv"), "US");
  expect(findUndecided(file.headers, guessColumns(file))).toEqual([]);
});

test.each([
  [
    "marketing refused, appointments agreed",
    "SMS Reminder Consent,SMS Marketing Consent",
    "yes,no",
    "appointments",
  ],
  [
    "the same in another order",
    "SMS Marketing Consent,SMS Reminder Consent",
    "no,yes",
    "appointments",
  ],
  ["marketing refused, texts agreed", "SMS Opt-in,SMS Marketing", "yes,declined", "appointments"],
  ["only appointments asked", "Text reminders", "yes", "appointments"],
  [
    "marketing opt-out, appointments agreed",
    "Marketing opt-out,SMS reminders",
    "yes,yes",
    "appointments",
  ],
  ["reminders refused", "SMS Reminder Consent,SMS Marketing Consent", "no,yes", "none"],
  ["marketing refused, nothing else known", "SMS Marketing", "no", "none"],
  ["agreed, and opted out later", "SMS Consent,Opted out", "yes,2026-11-20", "none"],
  ["the second of three opt-outs", "Opted out,DND,No texts", "no,x,no", "none"],
  ["both agreed", "SMS Reminder Consent,SMS Marketing Consent", "yes,TRUE", "all"],
  ["an email answer", "Email Marketing Consent,SMS Consent", "no,yes", "all"],
])("%s: the strictest answer counts", async (_, headings, cells, expected) => {
  const parlor = testApp();
  const csv = `Name,Phone,${headings}\nAda,+12025551000,${cells}\n`;
  const file = await readCsv(new File([csv], "clients.csv"), "US");
  expect(await send(parlor, guessColumns(file), csv)).toBe(200);
  const { textable, appointmentsOnly } = await stateOf(parlor, 1);
  expect(appointmentsOnly.length > 0 ? "appointments" : textable.length > 0 ? "all" : "none").toBe(
    expected,
  );
});

test("one more column about texts never allows more", () => {
  const headings = fc.constantFrom(
    "SMS Consent",
    "SMS Marketing",
    "SMS Reminders",
    "Opted out",
    "DND",
    "Marketing opt-out",
  );
  const column = fc.tuple(
    headings,
    fc.constantFrom("yes", "no", "", "pending", "on", "2026-11-20"),
    fc.boolean(),
  );
  fc.assert(
    fc.property(fc.array(column, { maxLength: 5 }), column, (columns, more) => {
      const rank = (some: readonly [string, string, boolean][]) => {
        const roles = some.map(([, , isConsent]) => (isConsent ? "consent" : "optedOut"));
        const cells = some.map(([, cell]) => cell);
        const { optOut, appointmentsOnly } = readAnswers(
          cells,
          toTextingColumns(
            roles,
            some.map(([heading]) => heading),
          ),
        );
        return optOut ? 0 : appointmentsOnly ? 1 : 2;
      };
      // Agreeing to texts in general is all that can turn a refusal of offers into texts about appointments.
      const [, cell, isConsent] = more;
      if (isConsent && (cell === "yes" || cell === "on")) return;
      expect(rank([...columns, more])).toBeLessThanOrEqual(rank(columns));
    }),
  );
});

test("a program that sends a file must say what each column about texts means", async () => {
  const csv = "Name,Phone,SMS Consent,Email opt-in,DND\nAda,+12025551000,no,yes,\n";
  const names = { firstName: 0, lastName: 0, phoneNumber: 1 };
  const partly: Mapping[] = [
    names,
    { ...names, texting: { 2: "consent" } },
    { ...names, tags: 2, texting: { 4: "optedOut" } },
  ];
  for (const mapping of partly) {
    const parlor = testApp();
    expect(await send(parlor, mapping, csv)).toBe(400);
    expect(await stateOf(parlor, 0)).toEqual({ textable: [], appointmentsOnly: [] });
  }
  const parlor = testApp();
  expect(await send(parlor, { ...names, texting: { 2: "consent", 4: "optedOut" } }, csv)).toBe(200);
  expect(await stateOf(parlor, 1)).toEqual({ textable: [], appointmentsOnly: [] });
});

test("a client limited to appointments gets no campaign, and no file lifts the limit or a STOP", async () => {
  const parlor = testApp();
  const csv = (reminders: string, offers: string) =>
    `Name,Phone,SMS reminders,SMS marketing\nAda,+12025551000,${reminders},${offers}\n`;
  const mapping = {
    firstName: 0,
    lastName: 0,
    phoneNumber: 1,
    texting: { 2: "consent", 3: "consent" },
  } as const;
  await send(parlor, mapping, csv("yes", "no"));
  const consents = () =>
    parlor.app.db.query("select category, given, source, wording from consents").all();
  const recorded = [
    {
      category: "marketing",
      given: 0,
      source: "import",
      wording: "SMS reminders: yes; SMS marketing: no",
    },
    {
      category: "reminder",
      given: 1,
      source: "import",
      wording: "SMS reminders: yes; SMS marketing: no",
    },
  ];
  expect(consents()).toEqual(recorded);
  await send(parlor, mapping, csv("yes", "no"));
  await send(parlor, mapping, csv("yes", "yes"));
  expect(consents()).toEqual(recorded);
  expect(await stateOf(parlor, 1)).toEqual({ textable: [], appointmentsOnly: [0] });
  await parlor.admin.request("POST", "/api/contacts/1/opt-out");
  await send(parlor, mapping, csv("yes", "no"));
  expect(await stateOf(parlor, 1)).toEqual({ textable: [], appointmentsOnly: [] });
  const again = await parlor.admin.request("POST", "/api/contacts", {
    name: "Bea",
    phoneNumber: "+12025551001",
  });
  expect(again.body.optedOut).toBe(false);
});
