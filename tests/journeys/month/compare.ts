import type { Client, Expected, Kind, Model, Visit } from "./model.ts";
import type { Salon } from "./salon.ts";
import { toWall } from "./wall.ts";

const KINDS: readonly (readonly [Kind, RegExp])[] = [
  ["code", /\b\d{6}\b.*code|code.*\b\d{6}\b/i],
  ["reminder", /^Reminder for /],
  ["thanks", /^Thank you for coming/],
  ["stopped", /You're unsubscribed/],
  ["started", /subscribed again/],
  ["confirmed", /you are confirmed/],
  ["booked", /you are booked/i],
  ["moved", /we moved your appointment|your appointment on .* is now with/],
  ["canceled", /appointments? on .* (is|are) canceled/],
];

/** What the model and the salon say of each other, as a story of the client. */
export interface Comparison {
  /** After each step: every text that came has been expected, and the other way round. */
  readonly texts: () => Promise<void>;
  /** Every visit's time, employee and state, and every client's consent. */
  readonly books: () => Promise<void>;
  readonly counts: ReadonlyMap<Kind, number>;
}

export function createComparison(salon: Salon, model: Model): Comparison {
  let seen = 0;
  let checked = 0;
  const counts = new Map<Kind, number>();
  return {
    counts,
    async texts() {
      const log = await salon.twilio.log();
      const came = log.slice(seen);
      seen = log.length;
      const open = model.expected.slice(checked);
      checked = model.expected.length;
      for (const { to, body, at } of came) {
        const client = model.clients.findLast(({ phone }) => phone === to);
        client?.story.push({ at, what: `← got "${body}"` });
        const kind = KINDS.find(([, pattern]) => pattern.test(body))?.[0];
        const index = open.findIndex((one) => isMatch(one, to, kind, body));
        if (index === -1) throw new Error(tellStory(`an unexpected text: ${body}`, client, to));
        open.splice(index, 1);
        if (kind) counts.set(kind, (counts.get(kind) ?? 0) + 1);
      }
      const [missing] = open;
      if (missing)
        throw new Error(
          tellStory(`no "${missing.kind}" ${missing.says.join(", ")}`, missing.client, missing.to),
        );
    },
    async books() {
      const list: Row[] = await salon.staff.request("GET", "/api/appointments");
      const rows = new Map(list.map((row) => [row.id, row]));
      for (const visit of model.visits) {
        const difference = compareVisit(visit, rows.get(visit.id));
        if (difference) throw new Error(tellStory(difference, visit.client, visit.client.phone));
      }
      const contacts: Contact[] = await salon.staff.request("GET", "/api/contacts/all");
      const byId = new Map(contacts.map((contact) => [contact.id, contact]));
      for (const client of model.clients) {
        const optedOut = byId.get(client.contactId)?.optedOut;
        if (optedOut !== client.isOptedOut)
          throw new Error(tellStory(`opted out: ${optedOut}`, client, client.phone));
      }
    },
  };
}

interface Row {
  readonly id: number;
  readonly employeeId: number;
  readonly appointmentDate: string;
  readonly status: string;
}

interface Contact {
  readonly id: number;
  readonly optedOut: boolean;
}

function isMatch(one: Expected, to: string, kind: Kind | undefined, body: string): boolean {
  return one.to === to && one.kind === kind && one.says.every((words) => body.includes(words));
}

function compareVisit(visit: Visit, row: Row | undefined): string | undefined {
  const { id, status, start, employeeId } = visit;
  if (status === "deleted" || !row)
    return (status === "deleted") === (row === undefined)
      ? undefined
      : `visit ${id}: ${row?.status}`;
  const expected = `${start}:00 ${status} with ${employeeId}`;
  const actual = `${row.appointmentDate} ${row.status} with ${row.employeeId}`;
  return expected === actual ? undefined : `visit ${id}: expected ${expected}, is ${actual}`;
}

function tellStory(difference: string, client: Client | undefined, phone: string): string {
  const story = (client?.story ?? [])
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, what }) => `  ${toWall(at)}  ${what}`);
  const who = client ? `${client.name} (contact ${client.contactId}, ${phone})` : phone;
  return [`${difference}`, `the story of ${who}:`, ...story].join("\n");
}
