import { openlyReminded, setAnswered } from "#db/calendar/appointment-texts.ts";
import { type AppointmentRow, findAppointment } from "#db/calendar/appointments.ts";
import { findEmployee } from "#db/calendar/employees.ts";
import type { App } from "#src/app.ts";
import { optedOutSince } from "#src/clients/consent.ts";
import { canSend } from "#src/messaging/outbox/outbox.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { settingsOf } from "#src/platform/settings/settings.ts";
import { wallTimeOf } from "#src/platform/time.ts";
import { confirmationText } from "#src/shared/confirmation-text.ts";
import { mayText, textClient } from "./texting.ts";
import { clockWords, dateWords } from "./wording.ts";

/**
 * C and X answer the client's last reminder: all appointments that it told of are confirmed or canceled,
 * and the client is told so once. In the caller's transaction. False when no reminder is open.
 */
export function answerReminder(app: App, phone: string, answer: "confirm" | "cancel"): boolean {
  const reminded = openlyReminded(app.db, phone, wallTimeOf(app, app.now()));
  const [first] = reminded;
  if (!first) return false;

  const status = answer === "confirm" ? "confirmed" : "canceled";
  const changed = reminded.filter((appointment) => appointment.status !== status);
  for (const { id } of changed) {
    setAnswered(app.db, id, status);
    recordSystem(app, {
      action: `appointment.${answer}`,
      target: ["appointment", id],
      metadata: { by: "text" },
    });
    app.events.changed("appointments", id);
  }
  if (changed.length > 0 && mayText(app, phone))
    textClient(app, "keyword", phone, answerWords(app, answer, first.startsAt));
  return true;
}

function answerWords(app: App, answer: "confirm" | "cancel", startsAt: string): string {
  const when = `${dateWords(startsAt)} at ${clockWords(startsAt)}`;
  if (answer === "confirm") return `Thank you, you are confirmed for ${when}.`;
  const { businessPhone } = settingsOf(app);
  return `Your appointment on ${when} is canceled. To book another, reply here${businessPhone ? ` or call ${businessPhone}` : ""}.`;
}

/**
 * Texts a client what was just booked for them, in the caller's transaction. They asked for it, so no
 * quiet hours hold it. Why none is sent is told in words.
 */
export function confirmBooking(app: App, id: number): { sent: boolean; words: string } {
  const appointment = findAppointment(app.db, id);
  if (!appointment) throw new Error("a confirmation of no appointment");
  const { phone } = appointment;
  const refusal = refusalOf(app, appointment);
  if (phone === null || refusal !== undefined)
    return { sent: false, words: `No text was sent: ${refusal}.` };
  textClient(app, "confirmation", phone, confirmationOf(app, appointment));
  recordSystem(app, { action: "appointment.text_confirmation", target: ["appointment", id] });
  return { sent: true, words: "A text confirms it to the client." };
}

function refusalOf(app: App, { phone, startsAt }: AppointmentRow): string | undefined {
  if (phone === null) return "the client's number is not known";
  if (startsAt <= wallTimeOf(app, app.now())) return "the appointment has begun or is over";
  if (!canSend(app)) return "texting is not set up";
  if (optedOutSince(app, phone) !== undefined) return "the client has opted out of texts";
  return mayText(app, phone) ? undefined : "the number cannot get texts";
}

function confirmationOf(app: App, { service, employeeId, startsAt }: AppointmentRow): string {
  const employee = findEmployee(app.db, employeeId)?.name ?? "";
  return confirmationText(settingsOf(app), { service, employee, startsAt });
}
