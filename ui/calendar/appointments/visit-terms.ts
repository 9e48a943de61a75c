import type { Employee } from "#src/calendar/employees/contract.ts";
import type { Service } from "#src/calendar/services/contract.ts";
import { sumMoney } from "#src/shared/money.ts";
import type { Asked } from "./another-time.tsx";

export interface VisitTerms {
  readonly durationMinutes: number;
  /** Decimal text. */
  readonly price: string;
}

/** What a service takes and costs with an employee, who may differ from what the service says. */
export function termsWith(
  { name, overrides, durationMinutes, price }: Service,
  employeeId: number,
): VisitTerms & { readonly name: string } {
  const own = overrides.find((one) => one.employeeId === employeeId);
  return {
    name,
    durationMinutes: own?.durationMinutes ?? durationMinutes,
    price: own?.price ?? price,
  };
}

export function sumOf(all: readonly VisitTerms[]): VisitTerms {
  return {
    durationMinutes: all.reduce((sum, one) => sum + one.durationMinutes, 0),
    price: sumMoney(all.map(({ price }) => price)),
  };
}

/** The services with these ids, in that order. Deleted ones are left out. */
export function servicesOf(services: readonly Service[], ids: readonly number[]): Service[] {
  return ids.flatMap((id) => services.find((one) => one.id === id) ?? []);
}

/** The sums of services with an employee; undefined without a service. */
export function visitTerms(
  services: readonly Service[],
  employeeId: string | number,
): VisitTerms | undefined {
  return services.length === 0
    ? undefined
    : sumOf(services.map((service) => termsWith(service, Number(employeeId))));
}

/** Who may be chosen for services: who performs all of them, or, if no one does, any of them; and `wish`, an id as text. */
export function employeesFor(
  employees: readonly Employee[],
  services: readonly Service[],
  wish: string,
): Employee[] {
  const performs = (id: number) => services.filter((one) => one.employeeIds?.includes(id) ?? true);
  const isAlone = employees.some(({ id }) => performs(id).length === services.length);
  return employees.filter(
    ({ id }) => performs(id).length >= (isAlone ? services.length : 1) || String(id) === wish,
  );
}

/** What free times are asked for: those of the services, or of a length where none are chosen. */
export function askedFor(serviceIds: readonly number[], minutes: string, wish: string): Asked {
  return {
    ...(serviceIds.length > 0
      ? { services: serviceIds.join() }
      : { minutes: Number(minutes) || 1 }),
    ...(wish !== "" && { employeeId: Number(wish) }),
  };
}
