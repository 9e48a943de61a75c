import { parse } from "papaparse";
import type { Row } from "#tests/long-run/finding.ts";
import { readMoney } from "#tests/long-run/read-money.ts";
import { OWNER } from "#tests/support/salon.ts";
import type { Salon } from "./salon.ts";
import { addDays, toWall } from "./wall.ts";
import {
  type Client,
  type Expected,
  KINDS,
  type Kind,
  type Payment,
  type Visit,
  type World,
} from "./world.ts";

/** A list of visits has at most 2,000. */
const DAYS_BACK = 20;
const DAYS_AHEAD = 40;

/** What the model and the salon say of each other, as a story of the client. */
export interface Comparison {
  /** After each step: every text that came has been expected, and the other way round. */
  readonly texts: () => Promise<void>;
  /** Every visit's time, employee and state, and every client's consent. */
  readonly books: () => Promise<void>;
  /** Parlor's export of payments has every cent that Stripe has. */
  readonly ledger: () => Promise<void>;
  readonly counts: ReadonlyMap<Kind, number>;
}

export function createComparison(salon: Salon, world: World): Comparison {
  let seen = 0;
  let checked = 0;
  const counts = new Map<Kind, number>();
  return {
    counts,
    async texts() {
      const came = await salon.twilio.log(seen);
      seen += came.length;
      const open = world.expected.slice(checked);
      checked = world.expected.length;
      for (const { to, body, at } of came) {
        const client = world.clients.findLast(({ phone }) => phone === to);
        client?.story.push({ at, what: `← got "${body}"` });
        const kind = kindOf(body);
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
      const today = toWall(salon.now()).slice(0, 10);
      const [from, to] = [addDays(today, -DAYS_BACK), addDays(today, DAYS_AHEAD)];
      const path = `/api/appointments?from=${from}&to=${to}`;
      const rows = new Map<number, VisitRow>(
        (await salon.staff.request("GET", path)).map((row: VisitRow) => [row.id, row]),
      );
      for (const visit of world.visits) {
        const row = rows.get(visit.id);
        const difference = visit.start >= from && compareVisit(visit, row);
        if (difference) throw new Error(tellStory(difference, visit.client, visit.client.phone));
        rows.delete(visit.id);
      }
      for (const row of rows.values())
        throw new Error(`a visit that nobody booked: ${JSON.stringify(row)}`);
      const contacts: Contact[] = await salon.staff.request("GET", "/api/contacts/all");
      const byId = new Map(contacts.map((contact) => [contact.id, contact]));
      for (const client of world.clients) {
        const optedOut = byId.get(client.contactId)?.optedOut;
        if (optedOut !== client.isOptedOut)
          throw new Error(tellStory(`opted out: ${optedOut}`, client, client.phone));
      }
      const { payments } = await salon.stripe.money();
      const difference = compareMoney(payments, world.payments);
      if (difference) throw new Error(difference);
    },
    async ledger() {
      const { password } = OWNER;
      await salon.staff.request("POST", "/api/account/confirm-password", { password });
      const csv = await salon.staff.text("/api/exports/payments");
      const { data } = parse<Row>(csv.replace(/^\uFEFF/, ""), {
        header: true,
        skipEmptyLines: true,
      });
      const findings = readMoney(data, await salon.stripe.money());
      const differences = findings.flatMap(({ what, differences: each }) =>
        each.map((one) => `${what}: ${one}`),
      );
      if (differences.length > 0) throw new Error(differences.join("\n"));
    },
  };
}

interface VisitRow {
  readonly id: number;
  readonly employeeId: number;
  readonly appointmentDate: string;
  readonly status: string;
}

interface Contact {
  readonly id: number;
  readonly optedOut: boolean;
}

function kindOf(body: string): Kind | undefined {
  return (Object.keys(KINDS) as Kind[]).find((kind) => KINDS[kind].test(body));
}

function isMatch(one: Expected, to: string, kind: Kind | undefined, body: string): boolean {
  const facts = new Set(one.says.flatMap(factsOf));
  return (
    one.to === to &&
    one.kind === kind &&
    one.says.every((words) => body.includes(words)) &&
    factsOf(body).every((fact) => facts.has(fact))
  );
}

/** An offer ends a quarter of an hour after the program's job has run, to the minute. */
const OFFER_END = / by \d+:\d\d [AP]M to book it/;

/** Times, employees, links and refunds: whatever a text says of these is expected. */
function factsOf(words: string): string[] {
  const facts = /\d+:\d\d [AP]M|\bwith [A-Z]\w+|\/book\/[\w-]+|refunding|isn't refunded/g;
  return words.replace(OFFER_END, "").match(facts) ?? [];
}

function compareVisit(visit: Visit, row: VisitRow | undefined): string | undefined {
  const { id, status, start, employeeId } = visit;
  if (status === "deleted" || !row)
    return (status === "deleted") === (row === undefined)
      ? undefined
      : `visit ${id}: ${row?.status}`;
  const expected = `${start}:00 ${status} with ${employeeId}`;
  const actual = `${row.appointmentDate} ${row.status} with ${row.employeeId}`;
  return expected === actual ? undefined : `visit ${id}: expected ${expected}, is ${actual}`;
}

/** Each payment's cents and what was refunded of them. Stripe's customers are not the salon's, so they are compared in order. */
function compareMoney(
  paid: readonly { readonly amount: number; readonly refunded: number }[],
  expected: readonly Payment[],
): string | undefined {
  const actual = paid.map(({ amount, refunded }) => `${amount} -${refunded}`).toSorted();
  const model = expected.map(({ cents, refunded }) => `${cents} -${refunded}`).toSorted();
  if (actual.join() === model.join()) return undefined;
  const payers = expected.map(
    ({ client, cents, refunded }) => `  ${client.name} ${cents} -${refunded}`,
  );
  return [`Stripe has ${actual.join(", ")}`, `the clients paid`, ...payers].join("\n");
}

function tellStory(difference: string, client: Client | undefined, phone: string): string {
  const story = (client?.story ?? [])
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, what }) => `  ${toWall(at)}  ${what}`);
  const who = client ? `${client.name} (contact ${client.contactId}, ${phone})` : phone;
  return [`${difference}`, `the story of ${who}:`, ...story].join("\n");
}
