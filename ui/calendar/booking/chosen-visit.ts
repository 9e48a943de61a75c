import type { BookableService } from "#src/calendar/online-booking/contract.ts";
import { formatCents, parseCents } from "#src/shared/money.ts";

/** The services that a client chose, and what they add up to. */
export interface ChosenVisit extends Omit<BookableService, "id" | "category"> {
  /** In the order in which they were chosen. */
  readonly services: readonly BookableService[];
}

/** Each employee may need more or less time: these are the services' own figures. */
export function toVisit(services: readonly BookableService[]): ChosenVisit {
  const cents = (field: "price" | "deposit") =>
    services.reduce((sum, one) => sum + (parseCents(one[field] ?? "") ?? 0), 0);
  const deposit = cents("deposit");
  return {
    services,
    name: services.map(({ name }) => name).join(", "),
    durationMinutes: services.reduce((sum, one) => sum + one.durationMinutes, 0),
    price: formatCents(cents("price")),
    deposit: deposit === 0 ? null : formatCents(deposit),
    employees: performersOfAll(services),
  };
}

function performersOfAll([first, ...others]: readonly BookableService[]) {
  return (first?.employees ?? []).filter(({ id }) =>
    others.every(({ employees }) => employees.some((one) => one.id === id)),
  );
}

export function idsOf({ services }: ChosenVisit): number[] {
  return services.map(({ id }) => id);
}
