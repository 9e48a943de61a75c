import { listVisitsAfter, seriesByIds } from "#db/calendar/appointment-series.ts";
import { listRemindedAppointments, setAppointmentStatus } from "#db/calendar/appointment-texts.ts";
import { type AppointmentRow, findAppointment } from "#db/calendar/appointments.ts";
import { findEmployee } from "#db/calendar/employees.ts";
import { findContactByPhone } from "#db/clients/contacts.ts";
import type { App } from "#src/app.ts";
import { cancelAppointment } from "#src/calendar/appointments/cancel.ts";
import { renderDepositOutcome } from "#src/calendar/online-booking/deposit-texts.ts";
import { optedOutSince } from "#src/clients/consent.ts";
import { allowedAt, canSend } from "#src/messaging/outbox/outbox.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { toInstant, toWallTime } from "#src/platform/time.ts";
import { fillBusinessName } from "#src/shared/business-name.ts";
import { confirmationText } from "#src/shared/confirmation-text.ts";
import { formatLongDate, formatLongTime } from "#src/shared/long-date.ts";
import { addDays, dayOf } from "#src/shared/wall-time.ts";
import { mayText, recordAuthors, textClient } from "./texting.ts";
import { formatTimes } from "./wording.ts";

/** The most days without a visit that a text names. */
const MAX_NAMED = 3;
const DATE = new Intl.DateTimeFormat("en-US", { month: "long", day: "numeric", timeZone: "UTC" });
const DATE_AND_YEAR = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/**
 * Applies a client's C or X to exactly the appointments that a reminder named, and texts one reply that names them. Runs in
 * the caller's transaction. Returns false if no reminder is open.
 */
export function answerReminder(app: App, phone: string, answer: "confirm" | "cancel"): boolean {
  const client = findContactByPhone(app.db, phone);
  const reminded = client
    ? listRemindedAppointments(app.db, client.id, toWallTime(app, app.now()), answer)
    : [];
  if (reminded.length === 0) return false;
  const status = answer === "confirm" ? "confirmed" : "canceled";
  const changed = reminded.filter((appointment) => appointment.status !== status);
  for (const appointment of changed) {
    const { id } = appointment;
    if (answer === "cancel") cancelAppointment(app, appointment, "client");
    else setAppointmentStatus(app.db, id, "confirmed");
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
  if (answer === "confirm") return `Thank you, you are confirmed for ${when}.`;
  const { businessPhone } = getSettings(app);
  const subject =
    appointments.length === 1
      ? `Your appointment on ${when} is`
      : `Your appointments on ${when} are`;
  return `${subject} canceled. To book another, reply here${businessPhone ? ` or call ${businessPhone}` : ""}.`;
}

/** What a confirmation says besides the appointment. */
interface ConfirmationDetails {
  readonly manageUrl?: string | undefined;
  /** The rhythm of a series that was booked, as `renderSeries` returns it. */
  readonly series?: string;
}

/**
 * Texts a client the confirmation of a booking, in the caller's transaction. Quiet hours do not apply, because
 * the client asked for the booking. `words` reports the result to the staff.
 */
export function confirmBooking(
  app: App,
  id: number,
  details: ConfirmationDetails = {},
): { sent: boolean; message: string } {
  const appointment = getBooked(app, id);
  const { phone } = appointment;
  const reason = refusalReason(app, appointment);
  if (phone === null || reason !== undefined)
    return { sent: false, message: `No text was sent: ${reason}.` };
  const message = textClient(
    app,
    "confirmation",
    phone,
    renderConfirmation(app, appointment, details),
  );
  recordAuthors(app, message, [appointment], ([one]) =>
    renderConfirmation(app, one ?? appointment, details),
  );
  recordSystem(app, { action: "appointment.text_confirmation", target: ["appointment", id] });
  return { sent: true, message: "A text confirms it to the client." };
}

/** Confirms an appointment, or the visits of its series that have not begun, by one text in the caller's transaction. */
export function confirmSeries(app: App, firstId: number): { sent: boolean; message: string } {
  const first = getBooked(app, firstId);
  const now = toWallTime(app, app.now());
  const ahead =
    first.seriesId === null || first.startsAt > now
      ? first
      : (listVisitsAfter(app.db, first.seriesId, now)[0] ?? first);
  return confirmBooking(app, ahead.id, { series: renderSeries(app, ahead) });
}

function getBooked(app: App, id: number): AppointmentRow {
  const appointment = findAppointment(app.db, id);
  if (!appointment) throw new Error("the appointment to confirm is missing");
  return appointment;
}

/** A "decline" is not chosen by staff, and waits for quiet hours to end. */
type Answer = "confirmation" | "decline";

/** Tells a client that the salon can't take their request, in the caller's transaction. */
export function textDeclined(app: App, id: number, purpose: Answer = "confirmation"): void {
  const appointment = findAppointment(app.db, id);
  const news = (when: string) => `we can't take your booking on ${when}`;
  if (appointment) textCancellation(app, appointment, news, purpose);
}

/**
 * Tells a client that the salon canceled their appointment and a number of visits after it, in the caller's transaction.
 * Returns false if no text can be sent.
 */
export function textCanceled(app: App, appointment: AppointmentRow, laterVisits: number): boolean {
  const also =
    ["", " and the visit after it"][laterVisits] ?? ` and the ${laterVisits} visits after it`;
  return textCancellation(
    app,
    appointment,
    (when) => `we have to cancel your appointment on ${when}${also}. We're sorry`,
  );
}

function textCancellation(
  app: App,
  appointment: AppointmentRow,
  news: (when: string) => string,
  purpose: Answer = "confirmation",
): boolean {
  if (appointment.phone === null || refusalReason(app, appointment, purpose) !== undefined)
    return false;
  const { businessName, businessPhone } = getSettings(app);
  const when = formatLongTime(appointment.startsAt);
  const otherWay = businessPhone ? ` or call ${businessPhone}` : "";
  const body = fillBusinessName(
    `{businessName}: ${news(when)}. To find another time, reply here${otherWay}.`,
    businessName,
  );
  textClient(app, purpose, appointment.phone, body);
  return true;
}

function refusalReason(
  app: App,
  { phone, startsAt }: AppointmentRow,
  purpose: Answer = "confirmation",
): string | undefined {
  if (phone === null) return "the client's number is not known";
  if (toInstant(app, startsAt) <= allowedAt(app, purpose, phone))
    return "the appointment has begun or is over";
  if (!canSend(app)) return "texting is not set up";
  if (optedOutSince(app, phone) !== undefined) return "the client has opted out of texts";
  return mayText(app, phone) ? undefined : "the number cannot get texts";
}

function renderConfirmation(
  app: App,
  appointment: AppointmentRow,
  details: ConfirmationDetails,
): string {
  const { service, employeeId, startsAt } = appointment;
  const employee = findEmployee(app.db, employeeId)?.name ?? "";
  return confirmationText(getSettings(app), { service, employee, startsAt, ...details });
}

/**
 * Continues "You are booked on Friday, December 4 at 10:00 AM": ", then every 2 weeks until March 12, 2027 (7 visits,
 * none on December 18)". Empty for an appointment that does not repeat, and for the last visit.
 */
function renderSeries(app: App, first: AppointmentRow): string {
  const { seriesId } = first;
  const series = seriesId === null ? undefined : seriesByIds(app.db, [seriesId]).get(seriesId);
  if (!series) return "";
  const days = new Set(
    [first, ...listVisitsAfter(app.db, series.id, first.startsAt)].flatMap(
      ({ status, startsAt }) => (status === "canceled" ? [] : dayOf(startsAt)),
    ),
  );
  const last = [...days].at(-1);
  if (days.size < 2 || last === undefined) return "";
  const rhythm = series.everyWeeks === 1 ? "every week" : `every ${series.everyWeeks} weeks`;
  const missing: string[] = [];
  for (let day = dayOf(first.startsAt); day < last; day = addDays(day, series.everyWeeks * 7))
    if (!days.has(day)) missing.push(day);
  return `, then ${rhythm} until ${formatDay(last, first.startsAt)} (${days.size} visits${renderMissing(missing)})`;
}

function renderMissing(days: readonly string[]): string {
  if (days.length === 0) return "";
  if (days.length > MAX_NAMED) return ", with some weeks left out";
  const named = days.map((day) => DATE.format(noonOf(day)));
  return `, none on ${new Intl.ListFormat("en-US", { type: "conjunction" }).format(named)}`;
}

/** With the year, unless the other day is in the same one. */
function formatDay(day: string, other: string): string {
  const isSameYear = day.slice(0, 4) === other.slice(0, 4);
  return (isSameYear ? DATE : DATE_AND_YEAR).format(noonOf(day));
}

function noonOf(day: string): Date {
  return new Date(`${day}T12:00:00Z`);
}
