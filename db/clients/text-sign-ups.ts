import type { Database } from "#db/connection.ts";
import { phoneKey } from "#db/phone.ts";
import { ownerOf } from "./contact-numbers.ts";

/** A request for texts that the client has not confirmed yet. */
export interface TextSignUp {
  /** E.164. */
  readonly phone: string;
  readonly name: string;
  /** The exact wording of the box; null when it was not checked. */
  readonly appointments: string | null;
  readonly offers: string | null;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
  readonly askedAt: number;
}

/** Stores a sign-up, which replaces an earlier one of the number. */
export function saveSignUp(db: Database, signUp: TextSignUp): void {
  db.query(
    `insert or replace into text_sign_ups
       (phone, contact_id, name, appointments, offers, ip_address, user_agent, asked_at)
     values ($phone, ${ownerOf("$phone")}, $name, $appointments, $offers, $ipAddress, $userAgent, $askedAt)`,
  ).run({ ...signUp, phone: phoneKey(signUp.phone) });
}

/** The number's sign-up since `since`, if it waits for a confirmation. */
export function findSignUp(db: Database, phone: string, since: number): TextSignUp | undefined {
  const row = db
    .query<Omit<TextSignUp, "phone">, [number, number]>(
      `select name, appointments, offers, ip_address as ipAddress, user_agent as userAgent,
         asked_at as askedAt
       from text_sign_ups where phone = ? and asked_at >= ?`,
    )
    .get(phoneKey(phone), since);
  return row ? { ...row, phone } : undefined;
}

export function deleteSignUp(db: Database, phone: string): void {
  db.query("delete from text_sign_ups where phone = ?").run(phoneKey(phone));
}

export function deleteSignUpsOf(db: Database, contactId: number): void {
  db.query("delete from text_sign_ups where contact_id = ?").run(contactId);
}

export function deleteSignUpsBefore(db: Database, before: number): void {
  db.query("delete from text_sign_ups where asked_at < ?").run(before);
}
