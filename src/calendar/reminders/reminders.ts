import { listVisitsAfter } from "#db/calendar/appointment-series.ts";
import { setAppointmentStatus } from "#db/calendar/appointment-texts.ts";
import { type AppointmentRow, findAppointment } from "#db/calendar/appointments.ts";
import { listRemindedAppointments, setReminderDeclined } from "#db/calendar/detached-reminders.ts";
import { findContactByPhone } from "#db/clients/contacts.ts";
import type { App } from "#src/app.ts";
import { cancelAppointment } from "#src/calendar/appointments/cancel.ts";
import { isFirstPart, renderEmployees, toWhole } from "#src/calendar/appointments/whole-visit.ts";
import { requestDeposit } from "#src/calendar/online-booking/deposit-requests.ts";
import {
  renderDepositOutcome,
  renderDepositRequest,
} from "#src/calendar/online-booking/deposit-texts.ts";
import { findManageUrl } from "#src/calendar/online-booking/manage-link.ts";
import { allowedAt } from "#src/messaging/outbox/outbox.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { toInstant, toWallTime } from "#src/platform/time.ts";
import { fillBusinessName } from "#src/shared/business-name.ts";
import { confirmationText } from "#src/shared/confirmation-text.ts";
import { DAY_MS } from "#src/shared/durations.ts";
import { fillTemplate } from "#src/shared/fill-template.ts";
import { formatLongDate, formatLongTime } from "#src/shared/long-date.ts";
import { firstNameOf } from "#src/shared/names.ts";
import {
  type Answer,
  mayText,
  recordAuthors,
  recordNotified,
  refusalReason,
  switchedOffReason,
  textClient,
} from "./texting.ts";
import { formatTimes, renderSeries } from "./wording.ts";

/**
 * Applies a client's C or X to exactly the appointments that a reminder named, and texts one reply that names them. Runs in
 * the caller's transaction. Returns false if no reminder is open.
 */
export function answerReminder(app: App, phone: string, answer: "confirm" | "cancel"): boolean {
  const client = findContactByPhone(app.db, phone);
  const ahead = client
    ? listRemindedAppointments(app.db, client.id, toWallTime(app, app.now()), answer)
    : [];
  // The reminder named the visit's first part. Once that has begun, the rest isn't answered for.
  const reminded = ahead.filter(
    (one) => isFirstPart(one) || ahead.some(({ id }) => id === one.visitId),
  );
  if (reminded.length === 0) return false;
  const status = answer === "confirm" ? "confirmed" : "canceled";
  const changed = reminded.filter((appointment) => appointment.status !== status);
  for (const appointment of changed) {
    const { id } = appointment;
    // The whole visit is canceled with its first part.
    if (answer === "cancel") {
      setReminderDeclined(app.db, id, app.now());
      if (!isFirstPart(appointment)) continue;
      cancelAppointment(app, appointment, "client");
    } else setAppointmentStatus(app.db, id, "confirmed", app.now());
    recordSystem(app, {
      action: `appointment.${answer}`,
      target: ["appointment", id],
      metadata: { by: "text" },
    });
    app.events.changed("appointments", id);
  }
  if (changed.length > 0 && mayText(app, phone))
    textClient(
      app,
      "keyword",
      phone,
      [
        renderAnswer(app, answer, changed),
        ...(answer === "cancel" ? changed.map(({ id }) => renderDepositOutcome(app, id)) : []),
      ]
        .filter((sentence) => sentence !== "")
        .join(" "),
    );
  return true;
}

function renderAnswer(
  app: App,
  answer: "confirm" | "cancel",
  appointments: readonly AppointmentRow[],
): string {
  const when = `${formatLongDate(appointments[0]?.startsAt ?? "")} at ${formatTimes(appointments)}`;
  if (answer === "confirm") return `Thank you. You're confirmed for ${when}.`;
  const subject =
    appointments.filter(isFirstPart).length === 1
      ? `Your appointment on ${when} is`
      : `Your appointments on ${when} are`;
  return `${subject} canceled. ${renderReplyHint(app, "To book another")}`;
}

/**
 * Texts a client the confirmation of a booking, or asks for its deposit after an approval, in the caller's transaction.
 * Quiet hours do not apply, because the client asked for the booking. `series` is the rhythm as `renderSeries` returns it;
 * `message` reports the result to the staff.
 */
export function confirmBooking(
  app: App,
  id: number,
  series = "",
): { sent: boolean; message: string } {
  const appointment = getBooked(app, id);
  const { phone } = appointment;
  const reason = refusalReason(app, appointment, "confirmation");
  if (phone === null || reason !== undefined)
    return { sent: false, message: `No text was sent: ${reason}.` };
  const deposit = requestDeposit(app, appointment);
  // Without the request, the client would lose the time unpaid.
  const isOff = deposit ? undefined : switchedOffReason(app, "confirmation");
  if (isOff !== undefined) return { sent: false, message: `No text was sent: ${isOff}.` };
  const render = (visit: AppointmentRow) =>
    deposit ? renderDepositRequest(app, visit, deposit) : renderConfirmation(app, visit, series);
  const whole = toWhole(app, appointment);
  const message = textClient(app, "confirmation", phone, render(whole), "confirmation");
  recordAuthors(app, message, [appointment], ([one]) => render(one ?? appointment));
  recordNotified(app, appointment, message);
  recordSystem(app, { action: "appointment.text_confirmation", target: ["appointment", id] });
  const what = deposit
    ? "A text asks the client for the deposit."
    : "A text confirms it to the client.";
  return { sent: true, message: what };
}

/** Confirms an appointment, or the visits of its series that have not begun, by one text in the caller's transaction. */
export function confirmSeries(app: App, firstId: number): { sent: boolean; message: string } {
  const first = getBooked(app, firstId);
  const now = toWallTime(app, app.now());
  const ahead =
    first.seriesId === null || first.startsAt > now
      ? first
      : (listVisitsAfter(app.db, first.seriesId, now)[0] ?? first);
  return confirmBooking(app, ahead.id, renderSeries(app, ahead));
}

function getBooked(app: App, id: number): AppointmentRow {
  const appointment = findAppointment(app.db, id);
  if (!appointment) throw new Error("the appointment to confirm is missing");
  return appointment;
}

/**
 * Texts a client that the salon can't take their request, in the caller's transaction. One that no one decided is answered
 * as soon as quiet hours allow, also after the visit's time.
 */
export function textDeclined(app: App, id: number, purpose: Answer = "confirmation"): void {
  const appointment = findAppointment(app.db, id);
  if (!appointment?.phone) return;
  const start = toInstant(app, appointment.startsAt);
  if (app.now() >= start + DAY_MS) return;
  const isLate = start <= allowedAt(app, purpose, appointment.phone);
  const news = (when: string) =>
    isLate
      ? `we're sorry, we couldn't take your booking on ${when}`
      : `we can't take your booking on ${when}`;
  textCancellation(app, appointment, news, purpose);
}

/**
 * Texts a client that the salon can't keep their appointment and a number of visits after it, in the caller's transaction.
 * Returns false if no text can be sent.
 */
export function textApology(app: App, appointment: AppointmentRow, laterVisits: number): boolean {
  const news = (when: string) =>
    `we have to cancel your appointment on ${when}${renderLater(laterVisits)}. We're sorry`;
  return textCancellation(app, appointment, news, "visit-change") !== undefined;
}

/** " and the 3 visits after it" */
export function renderLater(visits: number): string {
  return ["", " and the visit after it"][visits] ?? ` and the ${visits} visits after it`;
}

/** Returns the text's id; undefined if none can be sent. */
export function textCancellation(
  app: App,
  appointment: AppointmentRow,
  news: (when: string) => string,
  purpose: Answer,
): number | undefined {
  if (appointment.phone === null || refusalReason(app, appointment, purpose) !== undefined)
    return undefined;
  if (purpose === "visit-change" && switchedOffReason(app, purpose) !== undefined) return undefined;
  const whatChanged = news(formatLongTime(appointment.startsAt));
  if (purpose === "visit-change") {
    const body = renderCancellation(app, appointment, whatChanged);
    return textClient(app, purpose, appointment.phone, body, purpose);
  }
  const body = `{businessName}: ${whatChanged}. ${renderReplyHint(app, ANOTHER_TIME)}`;
  return textClient(
    app,
    purpose,
    appointment.phone,
    fillBusinessName(body, getSettings(app).businessName),
  );
}

const ANOTHER_TIME = "To find another time";

export function renderCancellation(
  app: App,
  appointment: AppointmentRow,
  whatChanged: string,
): string {
  return renderChange(app, appointment, {
    whatChanged,
    howToChange: renderReplyHint(app, ANOTHER_TIME),
  });
}

/** The owner's wording of a text about a visit that the salon moved or canceled. */
export function renderChange(
  app: App,
  { clientName }: AppointmentRow,
  parts: Readonly<Record<"whatChanged" | "howToChange", string>>,
): string {
  const { businessName, visitChangeMessage } = getSettings(app);
  const template = fillBusinessName(visitChangeMessage, businessName);
  // Without the name, the sentence begins with what changed.
  const isFirst = template.startsWith("{whatChanged}");
  const whatChanged = isFirst ? capitalize(parts.whatChanged) : parts.whatChanged;
  const values = { ...parts, whatChanged, firstName: firstNameOf(clientName) };
  return fillTemplate(template, values).trim();
}

function capitalize(sentence: string): string {
  return sentence.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}

/** "To find another time, reply here or call (512) 555-0120." */
export function renderReplyHint(app: App, purpose: string): string {
  const { businessPhone } = getSettings(app);
  return `${purpose}, reply here${businessPhone ? ` or call ${businessPhone}` : ""}.`;
}

function renderConfirmation(app: App, appointment: AppointmentRow, series: string): string {
  const { id, clientName, service, startsAt } = appointment;
  const employee = renderEmployees(app, appointment);
  const manageUrl = findManageUrl(app, id);
  const visit = { clientName, service, employee, startsAt, series, manageUrl };
  return confirmationText(getSettings(app), visit);
}
