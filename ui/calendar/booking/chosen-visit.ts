import type { BookableService } from "#src/calendar/online-booking/contract.ts";
import { sumMoney } from "#src/shared/money.ts";

/** The services that a client chose, and what they add up to. */
export interface ChosenVisit extends Omit<BookableService, "id" | "category"> {
  /** In the order in which they were chosen. */
  readonly services: readonly BookableService[];
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
