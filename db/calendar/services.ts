import type { Database } from "#db/connection.ts";

interface ServiceOverride {
  readonly employeeId: number;
  /** Null for the service's own. */
  readonly durationMinutes: number | null;
  readonly priceCents: number | null;
}

export interface ServiceFields {
  readonly name: string;
  /** The name without case, accents and punctuation. */
  readonly nameKey: string;
  readonly category: string;
  readonly durationMinutes: number;
  /** Cleanup time after the visit. */
  readonly bufferMinutes: number;
  readonly priceCents: number;
  readonly depositCents: number | null;
  readonly color: string;
  /** Null for everyone. May name deleted employees. */
  readonly employeeIds: readonly number[] | null;
  readonly overrides: readonly ServiceOverride[];
  readonly onlineBooking: boolean;
}

export interface ServiceRow extends ServiceFields {
  readonly id: number;
  readonly createdAt: number;
}

interface StoredService extends Omit<ServiceRow, "employeeIds" | "overrides" | "onlineBooking"> {
  readonly employeeIds: string | null;
  readonly overrides: string;
  readonly onlineBooking: number;
}

const COLUMNS = `id, name, name_key as nameKey, category, duration_minutes as durationMinutes,
  buffer_minutes as bufferMinutes, price_cents as priceCents, deposit_cents as depositCents, color,
  employee_ids as employeeIds, overrides, online_booking as onlineBooking, created_at as createdAt`;

/** Returns all services that are not deleted, by category and name. */
export function allServices(db: Database): ServiceRow[] {
  return db
    .query<StoredService, []>(
      `select ${COLUMNS} from services where deleted_at is null order by category, name, id`,
    )
    .all()
    .map(toServiceRow);
}

/** Names by id, of deleted services too. */
export function namesOfServices(db: Database): ReadonlyMap<number, string> {
  const rows = db.query<{ id: number; name: string }, []>("select id, name from services").all();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export function findService(db: Database, id: number): ServiceRow | null {
  const row = db
    .query<StoredService, [number]>(
      `select ${COLUMNS} from services where id = ? and deleted_at is null`,
    )
    .get(id);
  return row && toServiceRow(row);
}

export function findServiceByKey(db: Database, nameKey: string): ServiceRow | null {
  const row = db
    .query<StoredService, [string]>(
      `select ${COLUMNS} from services where name_key = ? and deleted_at is null`,
    )
    .get(nameKey);
  return row && toServiceRow(row);
}

export function insertService(db: Database, fields: ServiceFields, createdAt: number): number {
  const { lastInsertRowid } = db
    .query(
      `insert into services (name, name_key, category, duration_minutes, buffer_minutes, price_cents, deposit_cents,
         color, employee_ids, overrides, online_booking, created_at)
       values ($name, $nameKey, $category, $durationMinutes, $bufferMinutes, $priceCents, $depositCents, $color,
         $employeeIds, $overrides, $onlineBooking, $createdAt)`,
    )
    .run({ ...toColumns(fields), createdAt });
  return Number(lastInsertRowid);
}

export function setService(db: Database, id: number, fields: ServiceFields): void {
  db.query(
    `update services set name = $name, name_key = $nameKey, category = $category,
       duration_minutes = $durationMinutes, buffer_minutes = $bufferMinutes, price_cents = $priceCents,
       deposit_cents = $depositCents, color = $color, employee_ids = $employeeIds, overrides = $overrides,
       online_booking = $onlineBooking where id = $id`,
  ).run({ ...toColumns(fields), id });
}

/** Marks a service as deleted. Appointments keep pointing to it. */
export function deleteService(db: Database, id: number, now: number): void {
  db.query("update services set deleted_at = ? where id = ?").run(now, id);
}

function toColumns({
  name,
  nameKey,
  category,
  durationMinutes,
  bufferMinutes,
  priceCents,
  depositCents,
  color,
  ...fields
}: ServiceFields) {
  return {
    name,
    nameKey,
    category,
    durationMinutes,
    bufferMinutes,
    priceCents,
    depositCents,
    color,
    employeeIds: fields.employeeIds && JSON.stringify(fields.employeeIds),
    overrides: JSON.stringify(fields.overrides),
    onlineBooking: Number(fields.onlineBooking),
  };
}

function toServiceRow(row: StoredService): ServiceRow {
  return {
    ...row,
    employeeIds: row.employeeIds === null ? null : (JSON.parse(row.employeeIds) as number[]),
    overrides: JSON.parse(row.overrides) as ServiceOverride[],
    onlineBooking: row.onlineBooking === 1,
  };
}
