import type { Database } from "#db/connection.ts";
import { pluck, updateRow } from "#db/rows.ts";

/** Asks staff about the fee of an appointment that its client canceled late. */
export function insertFeeQuestion(db: Database, appointmentId: number): void {
  updateRow(db, "appointments", appointmentId, { feeQuestion: "open" });
}

/** Records that staff decided, or took their decision back. Returns false where that is so, or nothing was asked. */
export function setFeeQuestion(
  db: Database,
  appointmentId: number,
  state: "open" | "decided",
): boolean {
  return (
    db
      .query(
        "update appointments set fee_question = $state where id = $appointmentId and fee_question <> $state",
      )
      .run({ appointmentId, state }).changes === 1
  );
}

/** Returns the canceled appointments about whose fee no one has decided, oldest first. */
export function openFeeQuestions(db: Database, limit: number): number[] {
  return pluck(
    db,
    "select id from appointments where fee_question = 'open' and status = 'canceled' order by id limit ?",
    limit,
  );
}
