import * as store from "#db/calendar/services.ts";
import { inTransaction } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { employeesById } from "#src/calendar/employees/employees.ts";
import { record } from "#src/platform/audit/audit.ts";
import { formatCents, parseCents } from "#src/shared/money.ts";
import { omitUndefined } from "#src/shared/omit-undefined.ts";
import { fieldProblem, Problem, requireFound } from "#src/shared/problem.ts";
import {
  MAX_SERVICES,
  type NewService,
  SERVICE_COLORS,
  type Service,
  type ServiceChange,
} from "./contract.ts";
import { serviceKey } from "./named-services.ts";
import { MAX_SERVICES_OF_VISIT } from "./visit-contract.ts";

export function listServices(app: App): Service[] {
  const employees = employeesById(app);
  return store.allServices(app.db).map((row) => toService(row, employees));
}

/** @throws Problem 400, 409 when the name is taken */
export function createService(app: App, actor: Staff, input: NewService): Service {
  return inTransaction(app.db, () => {
    const id = addService(app, actor, input);
    return toService(getService(app, id), employeesById(app));
  });
}

/** Adds a service in the caller's transaction and returns its id. @throws Problem 400, 409 */
export function addService(app: App, actor: Staff, input: NewService): number {
  const others = store.allServices(app.db);
  if (others.length >= MAX_SERVICES)
    throw new Problem(
      409,
      `You already have ${MAX_SERVICES} services, which is the limit. Delete one first.`,
    );
  const color = input.color ?? SERVICE_COLORS[others.length % SERVICE_COLORS.length] ?? "#5f87c9";
  const fields = toFields({ ...input, color });
  requireValid(app, fields);
  const id = store.insertService(app.db, fields, app.now());
  recordChange(app, actor, "service.create", id, { name: fields.name });
  return id;
}

/** Appointments that are already booked keep their name, price and duration. */
export function changeService(app: App, actor: Staff, id: number, change: ServiceChange): Service {
  return inTransaction(app.db, () => {
    const employees = employeesById(app);
    const before = getService(app, id);
    const changed = toFields({ ...toService(before, employees), ...omitUndefined(change) });
    // Keys are unique, and those of names from before accents were ignored may have them.
    const fields = changed.name === before.name ? { ...changed, nameKey: before.nameKey } : changed;
    requireValid(app, fields, id);
    store.setService(app.db, id, fields);
    recordChange(app, actor, "service.update", id, {
      name: fields.name,
      fields: Object.keys(omitUndefined(change)),
    });
    return toService(getService(app, id), employees);
  });
}

export function deleteService(app: App, actor: Staff, id: number): void {
  inTransaction(app.db, () => {
    const { name } = getService(app, id);
    store.deleteService(app.db, id, app.now());
    recordChange(app, actor, "service.delete", id, { name });
  });
}

/** @throws Problem 404 */
export function getService(app: App, id: number): store.ServiceRow {
  return requireFound(store.findService(app.db, id), "This service no longer exists.");
}

/** Finds a service by its name in any spelling. */
export function findServiceByName(app: App, name: string): store.ServiceRow | undefined {
  const key = serviceKey(name);
  return key === "" ? undefined : (store.findServiceByKey(app.db, key) ?? undefined);
}

/**
 * Finds the services that a text names, such as "Color, Cut and Blow-Dry", in any spelling. Empty unless all of it is
 * names of services. A name may contain "and" or a comma itself, so the longest names come first.
 */
export function findServicesByNames(app: App, text: string): store.ServiceRow[] {
  const whole = findServiceByName(app, text);
  if (whole) return [whole];
  const words = text.split(SEPARATOR);
  if (words.length < 2 || words.length > MAX_NAMED) return [];
  const found: store.ServiceRow[] = [];
  for (let from = 0; from < words.length; ) {
    const ends = words.map((_, at) => words.length - at).filter((end) => end > from);
    const end = ends.find((one) => findServiceByName(app, words.slice(from, one).join(" ")));
    const service = end && findServiceByName(app, words.slice(from, end).join(" "));
    if (!service) return [];
    found.push(service);
    from = end ?? words.length;
  }
  const isVisit =
    found.length <= MAX_SERVICES_OF_VISIT &&
    new Set(found.map(({ id }) => id)).size === found.length;
  return isVisit ? found : [];
}

const SEPARATOR = /\s*(?:[,;+&/|]|\band\b)\s*(?:and\b\s*)?/i;
/** Pieces of a text: a name may have several. */
const MAX_NAMED = 20;

/** Duration, cleanup time and price of a service with one employee. */
export interface ServiceTerms {
  readonly minutes: number;
  readonly bufferMinutes: number;
  /** In minutes from the start, in order. */
  readonly processing: readonly store.Processing[];
  readonly priceCents: number;
}

/** Returns undefined if the employee does not perform the service. */
export function findTerms(
  { employeeIds, overrides, ...service }: store.ServiceRow,
  employeeId: number,
): ServiceTerms | undefined {
  if (employeeIds && !employeeIds.includes(employeeId)) return undefined;
  const own = overrides.find((one) => one.employeeId === employeeId);
  return {
    minutes: own?.durationMinutes ?? service.durationMinutes,
    bufferMinutes: service.bufferMinutes,
    processing: service.processing ? [service.processing] : [],
    priceCents: own?.priceCents ?? service.priceCents,
  };
}

function toService(row: store.ServiceRow, employees: ReadonlyMap<number, unknown>): Service {
  return {
    ...row,
    price: formatCents(row.priceCents),
    deposit: row.depositCents === null ? null : formatCents(row.depositCents),
    // A deleted employee remains in the row.
    employeeIds: row.employeeIds?.filter((id) => employees.has(id)) ?? null,
    overrides: row.overrides
      .filter(({ employeeId }) => employees.has(employeeId))
      .map(({ employeeId, durationMinutes, priceCents }) => ({
        employeeId,
        durationMinutes,
        price: priceCents === null ? null : formatCents(priceCents),
      })),
  };
}

function toFields({
  returnWeeks = null,
  ...input
}: Omit<Service, "id" | "returnWeeks"> & {
  readonly returnWeeks?: number | null | undefined;
}): store.ServiceFields {
  return {
    name: input.name,
    nameKey: serviceKey(input.name),
    category: input.category,
    durationMinutes: input.durationMinutes,
    bufferMinutes: input.bufferMinutes,
    processing: input.processing,
    priceCents: parseCents(input.price) ?? 0,
    // A deposit of nothing is none.
    depositCents: (input.deposit === null ? 0 : parseCents(input.deposit)) || null,
    color: input.color,
    employeeIds: input.employeeIds && [...new Set(input.employeeIds)],
    overrides: input.overrides.map(({ employeeId, durationMinutes, price }) => ({
      employeeId,
      durationMinutes,
      priceCents: price === null ? null : (parseCents(price) ?? null),
    })),
    onlineBooking: input.onlineBooking,
    returnWeeks,
  };
}

function requireValid(app: App, fields: store.ServiceFields, id?: number): void {
  if (fields.nameKey === "") throw fieldProblem(400, "name", "Use a name with letters");
  const same = store.findServiceByKey(app.db, fields.nameKey);
  if (same && same.id !== id)
    throw fieldProblem(409, "name", `There's already a service named ${same.name}.`);
  if ((fields.depositCents ?? 0) > fields.priceCents)
    throw fieldProblem(400, "deposit", "The deposit can't be higher than the price");
  const { processing, durationMinutes, overrides } = fields;
  const shortest = Math.min(
    durationMinutes,
    ...overrides.map((one) => one.durationMinutes ?? durationMinutes),
  );
  if (processing && processing.afterMinutes + processing.minutes >= shortest)
    throw fieldProblem(
      400,
      "processing",
      `Processing must end before the service does. The shortest takes ${shortest} minutes.`,
    );
  const employees = employeesById(app);
  const named = [...(fields.employeeIds ?? []), ...fields.overrides.map((one) => one.employeeId)];
  if (named.some((one) => !employees.has(one)))
    throw fieldProblem(400, "employeeIds", "One of these employees no longer exists");
}

function recordChange(
  app: App,
  actor: Staff,
  action: string,
  id: number,
  metadata: Record<string, unknown>,
): void {
  record(app, actor, { action, target: ["service", id], metadata });
  app.events.changed("services", id);
}
