import type { Database } from "#db/connection.ts";
import { flag, integer, json, orNull, type RowOf, table, text } from "#db/rows.ts";

interface ServiceOverride {
  readonly employeeId: number;
  /** Null for the service's own. */
  readonly durationMinutes: number | null;
  readonly priceCents: number | null;
}

/** A span in which the employee is free for other clients, such as while color develops. */
export interface Processing {
  readonly afterMinutes: number;
  readonly minutes: number;
}

/** A service of a visit, as booked with its employee. */
export interface VisitService {
  readonly serviceId: number;
  readonly name: string;
  readonly priceCents: number;
  readonly durationMinutes: number;
  readonly bufferMinutes: number;
  readonly processing: Processing | null;
  /** In a booking of a visit that several employees perform. */
  readonly employeeId?: number;
}

const services = table("services", {
  id: integer(),
  name: text(),
  /** The name without case, accents and punctuation. */
  nameKey: text(),
  category: text(),
  durationMinutes: integer(),
  /** Cleanup time after the visit. */
  bufferMinutes: integer(),
  processing: orNull(json<Processing>()),
  priceCents: integer(),
  depositCents: orNull(integer()),
  color: text(),
  /** Null for everyone. May name deleted employees. */
  employeeIds: orNull(json<readonly number[]>()),
  overrides: json<readonly ServiceOverride[]>(),
  onlineBooking: flag(),
  /** After so many weeks a client is due for it again; null for never. */
  returnWeeks: orNull(integer()),
  createdAt: integer(),
  deletedAt: orNull(integer()),
});

export type ServiceRow = RowOf<typeof services>;
export type ServiceFields = Omit<ServiceRow, "id" | "createdAt" | "deletedAt">;

/** Returns all services that are not deleted, by category and name, those without a category last. */
export function allServices(db: Database): ServiceRow[] {
  return services.list(db, "where deleted_at is null order by category = '', category, name, id");
}

/** Names by id, of deleted services too. */
export function namesOfServices(db: Database): ReadonlyMap<number, string> {
  const rows = db.query<{ id: number; name: string }, []>("select id, name from services").all();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export function findService(db: Database, id: number): ServiceRow | null {
  return services.find(db, "where id = ? and deleted_at is null", id);
}

/** Undefined if one of them was deleted. */
export function findServices(db: Database, ids: readonly number[]): ServiceRow[] | undefined {
  const found = ids.flatMap((id) => findService(db, id) ?? []);
  return found.length === ids.length ? found : undefined;
}

export function findServiceByKey(db: Database, nameKey: string): ServiceRow | null {
  return services.find(db, "where name_key = ? and deleted_at is null", nameKey);
}

export function insertService(db: Database, fields: ServiceFields, createdAt: number): number {
  return services.insert(db, { ...fields, createdAt });
}

export function setService(db: Database, id: number, fields: ServiceFields): void {
  services.update(db, id, fields);
}

/** Marks a service as deleted. Appointments keep pointing to it. */
export function deleteService(db: Database, id: number, now: number): void {
  services.update(db, id, { deletedAt: now });
}
