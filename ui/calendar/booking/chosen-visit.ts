import type { BookableService } from "#src/calendar/online-booking/contract.ts";
import { sumMoney } from "#src/shared/money.ts";

/** The services that a client chose, and what they add up to. */
export interface ChosenVisit extends Omit<BookableService, "id" | "category"> {
  /** In the order in which they were chosen. */
  readonly services: readonly BookableService[];
  /** Whether there is someone for each of the services. */
  readonly isPossible: boolean;
}

/** Each employee may need more or less time: these are the services' own figures. */
export function toVisit(services: readonly BookableService[]): ChosenVisit {
  const deposit = sumMoney(services.map((one) => one.deposit));
  return {
    services,
    name: services.map(({ name }) => name).join(", "),
    durationMinutes: services.reduce((sum, one) => sum + one.durationMinutes, 0),
    price: sumMoney(services.map((one) => one.price)),
    deposit: deposit === "0.00" ? null : deposit,
    employees: performersOf(services),
    isPossible: services.length > 0 && services.every(({ employees }) => employees.length > 0),
  };
}

/** What an address chooses, such as "?services=1,5&employee=2", as far as it can be booked. */
export function chosenIn(search: string, services: readonly BookableService[] = []) {
  const query = new URLSearchParams(search);
  const ids = new Set(query.get("services")?.split(","));
  const visit = toVisit(
    [...ids].flatMap((id) => services.find((one) => String(one.id) === id) ?? []),
  );
  const employee = visit.employees.find(({ id }) => String(id) === query.get("employee"));
  return visit.isPossible ? { services: idsOf(visit), employeeId: employee?.id } : {};
}

/** Undefined when one of the services isn't offered anymore. */
export function visitOf(
  ids: readonly number[],
  services: readonly BookableService[] = [],
): ChosenVisit | undefined {
  const chosen = ids.flatMap((id) => services.find((one) => one.id === id) ?? []);
  const visit = toVisit(chosen);
  return chosen.length === ids.length && visit.isPossible ? visit : undefined;
}

/** Those who perform all services, or any where no one performs all: others do the rest. */
function performersOf(services: readonly BookableService[]) {
  const any = new Map(services.flatMap((one) => one.employees).map((one) => [one.id, one]));
  const all = [...any.values()].filter(({ id }) =>
    services.every(({ employees }) => employees.some((one) => one.id === id)),
  );
  return all.length > 0 ? all : [...any.values()];
}

/** Also of someone who performs only one of the services. */
export function nameOfEmployee({ services }: ChosenVisit, id: number): string | undefined {
  return services.flatMap(({ employees }) => employees).find((one) => one.id === id)?.name;
}

export function idsOf({ services }: ChosenVisit): number[] {
  return services.map(({ id }) => id);
}
