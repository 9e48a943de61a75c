import type { Database } from "#db/connection.ts";
import { insertRow, reader, updateRow } from "#db/rows.ts";

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

export interface ServiceFields {
  readonly name: string;
  /** The name without case, accents and punctuation. */
  readonly nameKey: string;
  readonly category: string;
  readonly durationMinutes: number;
  /** Cleanup time after the visit. */
  readonly bufferMinutes: number;
  readonly processing: Processing | null;
  readonly priceCents: number;
  readonly depositCents: number | null;
  readonly color: string;
  /** Null for everyone. May name deleted employees. */
  readonly employeeIds: readonly number[] | null;
  readonly overrides: readonly ServiceOverride[];
  readonly onlineBooking: boolean;
  /** After so many weeks a client is due for it again; null for never. */
  readonly returnWeeks: number | null;
}

export interface ServiceRow extends ServiceFields {
  readonly id: number;
  readonly createdAt: number;
}

interface StoredService
  extends Omit<ServiceRow, "employeeIds" | "overrides" | "onlineBooking" | "processing"> {
  readonly processing: string | null;
  readonly employeeIds: string | null;
  readonly overrides: string;
  readonly onlineBooking: number;
}

const services = reader<StoredService, ServiceRow>(
  `select id, name, name_key, category, duration_minutes, buffer_minutes, processing, price_cents,
    deposit_cents, color, employee_ids, overrides, online_booking, return_weeks, created_at
  from services`,
  toServiceRow,
);

/** Returns all services that are not deleted, by category and name. */
export function allServices(db: Database): ServiceRow[] {
  return services.list(db, "where deleted_at is null order by category, name, id");
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
  return insertRow(db, "services", { ...toColumns(fields), createdAt });
}

export function setService(db: Database, id: number, fields: ServiceFields): void {
  updateRow(db, "services", id, toColumns(fields));
}

/** Marks a service as deleted. Appointments keep pointing to it. */
export function deleteService(db: Database, id: number, now: number): void {
  updateRow(db, "services", id, { deletedAt: now });
}

function toColumns({
  employeeIds,
  overrides,
  onlineBooking,
  processing,
  ...fields
}: ServiceFields) {
  return {
    ...fields,
    processing: processing && JSON.stringify(processing),
    employeeIds: employeeIds && JSON.stringify(employeeIds),
    overrides: JSON.stringify(overrides),
    onlineBooking: Number(onlineBooking),
  };
}

function toServiceRow(row: StoredService): ServiceRow {
  return {
    ...row,
    employeeIds: row.employeeIds === null ? null : (JSON.parse(row.employeeIds) as number[]),
    overrides: JSON.parse(row.overrides) as ServiceOverride[],
    processing: row.processing === null ? null : (JSON.parse(row.processing) as Processing),
    onlineBooking: row.onlineBooking === 1,
  };
}
