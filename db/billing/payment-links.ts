import type { Database } from "#db/connection.ts";
import { pluck } from "#db/rows.ts";

/** Cancels the open links of these appointments and returns their ids. The fee of a missed visit stays, unless `fees`. */
export function cancelLinksOfVisits(
  db: Database,
  appointmentIds: readonly number[],
  { at, fees }: { readonly at: number; readonly fees: boolean },
): number[] {
  return pluck<number>(
    db,
    `update payments set status = 'canceled', canceled_at = $at, charge_at = null
     where status = 'open' and (way = 'link' or charge_at is not null) and is_fee <= $fees and id in (select payment_id from payment_visits
       where appointment_id in (select value from json_each($ids))) returning id`,
    { at, fees: Number(fees), ids: JSON.stringify(appointmentIds) },
  );
}

export function setReceiptTexted(db: Database, id: number, at: number): void {
  db.query("update payments set receipt_texted_at = ? where id = ?").run(at, id);
}
