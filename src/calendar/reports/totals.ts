import type { ReportGroup, ReportPayment } from "#db/calendar/reports.ts";
import type { VisitService } from "#db/calendar/services.ts";
import { formatCents } from "#src/shared/money.ts";
import { shareCents } from "#src/shared/payment-sums.ts";
import type { Figures, Report } from "./contract.ts";

const WEEKDAYS = 7;
const HOURS = 24;
/** What staff typed into payments: products, or what no visit was booked for. */
const OTHER_SALES = "Other Sales";

interface Tally {
  visits: number;
  cents: number;
}

/** Adds up the groups of many days. */
export class Totals {
  readonly busiest = Array.from({ length: WEEKDAYS }, () => Array.from({ length: HOURS }, () => 0));
  #visits = 0;
  #noShows = 0;
  #canceled = 0;
  #rebooked = 0;
  #unpriced = 0;
  #keptCents = 0;
  #listCents = 0;
  #listVisits = 0;
  #otherCents = 0;
  #tipCents = 0;
  #feeCents = 0;
  readonly #tips = new Map<number, number>();
  readonly #employees = new Map<number, Tally>();
  readonly #services = new Map<string, Tally & { id: number | null; typed: string }>();

  add(day: string, group: ReportGroup): void {
    if (group.status === "no_show") this.#noShows += group.visits;
    if (group.status === "canceled") this.#canceled += group.visits;
    this.#keptCents += group.keptCents;
    if (group.status !== "past") return;
    this.#rebooked += group.rebooked;
    this.#unpriced += group.unpriced;
    this.#listCents += group.cents;
    this.#listVisits += group.listed;
    this.#visits += group.visits;
    const hours = this.busiest[Temporal.PlainDate.from(day).dayOfWeek - 1];
    if (hours) hours[group.hour] = (hours[group.hour] ?? 0) + group.visits;
    addTo(this.#employees, group.employeeId, group, {});
    for (const { serviceId: id, service: typed, ...tally } of servicesOf(group))
      addTo(this.#services, id === null ? typed.toLowerCase() : `#${id}`, tally, { id, typed });
  }

  /**
   * What was paid counts for the employees and services of its lines, by their prices. A typed service may name the
   * client.
   */
  addPayment(payment: ReportPayment, seesTyped: boolean): void {
    const { lines, cents, tipCents, discountPercent } = payment;
    // A fee is for a visit that didn't take place.
    if (payment.isFee === 1) {
      this.#feeCents += cents;
      return;
    }
    this.#tipCents += tipCents;
    const parts = shareCents(
      cents,
      lines.map(({ priceCents, employeeId }) =>
        employeeId === null ? priceCents * 100 : priceCents * (100 - (discountPercent ?? 0)),
      ),
    );
    for (const [at, { employeeId, serviceId, name }] of lines.entries()) {
      const paid = { count: 0, cents: parts[at] ?? 0 };
      if (employeeId === null) this.#otherCents += paid.cents;
      else addTo(this.#employees, employeeId, paid, {});
      const typed = employeeId === null ? OTHER_SALES : seesTyped ? name : "";
      const key = serviceId === null ? typed.toLowerCase() : `#${serviceId}`;
      addTo(this.#services, key, paid, { id: serviceId, typed });
    }
    const own = lines.flatMap(({ employeeId, priceCents }) =>
      employeeId === null ? [] : [{ employeeId, priceCents }],
    );
    const tips = shareCents(
      tipCents,
      own.map(({ priceCents }) => priceCents),
    );
    for (const [at, { employeeId }] of own.entries())
      this.#tips.set(employeeId, (this.#tips.get(employeeId) ?? 0) + (tips[at] ?? 0));
  }

  figures(): Figures {
    const tallies = [...this.#employees.values()];
    const visits = this.#visits;
    return {
      visits,
      noShows: this.#noShows,
      noShowShare: shareOf(this.#noShows, visits + this.#noShows),
      canceled: this.#canceled,
      rebookedShare: shareOf(this.#rebooked, visits),
      revenue: formatCents(sum(tallies.map(({ cents }) => cents)) + this.#otherCents),
      listRevenue: formatCents(this.#listCents),
      listVisits: this.#listVisits,
      tips: formatCents(this.#tipCents),
      fees: formatCents(this.#feeCents),
      keptDeposits: formatCents(this.#keptCents),
      unpricedVisits: this.#unpriced,
    };
  }

  byEmployee(employees: readonly { id: number; name: string }[]): Report["byEmployee"] {
    const names = new Map(employees.map(({ id, name }) => [id, name]));
    return sortTallies([...this.#employees]).map(([employeeId, { visits, cents }]) => ({
      employeeId,
      name: names.get(employeeId) ?? "Former employee",
      visits,
      revenue: formatCents(cents),
      tips: formatCents(this.#tips.get(employeeId) ?? 0),
    }));
  }

  byService(names: ReadonlyMap<number, string>): Report["byService"] {
    return sortTallies([...this.#services]).map(([, { id, typed, visits, cents }]) => ({
      serviceId: id,
      name: (id === null ? typed : names.get(id)) || "No service",
      visits,
      revenue: formatCents(cents),
    }));
  }
}

/** A visit of several services counts for each of them, with its own price. */
function servicesOf(
  group: ReportGroup,
): Pick<ReportGroup, "serviceId" | "service" | "count" | "cents">[] {
  if (group.services === null) return [group];
  return (JSON.parse(group.services) as VisitService[]).map(({ serviceId, priceCents }) => ({
    serviceId,
    service: "",
    count: group.count,
    cents: (group.count - group.paid) * priceCents,
  }));
}

function addTo<Key, Extra extends object>(
  tallies: Map<Key, Tally & Extra>,
  key: Key,
  { count, cents }: Pick<ReportGroup, "count" | "cents">,
  extra: Extra,
): void {
  const tally = tallies.get(key) ?? { visits: 0, cents: 0, ...extra };
  tally.visits += count;
  tally.cents += cents;
  tallies.set(key, tally);
}

function sortTallies<Key, One extends Tally>(tallies: readonly [Key, One][]): [Key, One][] {
  return tallies.toSorted(
    ([, one], [, other]) => other.cents - one.cents || other.visits - one.visits,
  );
}

function shareOf(part: number, all: number): number | null {
  return all === 0 ? null : Number((part / all).toFixed(4));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
