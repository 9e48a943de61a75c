import { listVisitsAfter } from "#db/calendar/appointment-series.ts";
import * as store from "#db/calendar/appointment-texts.ts";
import { type AppointmentRow, findAppointment } from "#db/calendar/appointments.ts";
import { listParts } from "#db/calendar/visit-parts.ts";
import { skipTextOrRetry } from "#db/messaging/messages-queue.ts";
import type { App } from "#src/app.ts";
import { isAhead } from "#src/calendar/appointments/get-appointment.ts";
import { isFirstPart, renderEmployees, toWhole } from "#src/calendar/appointments/whole-visit.ts";
import { renderDepositOutcome } from "#src/calendar/online-booking/deposit-texts.ts";
import { allowedAt } from "#src/messaging/outbox/outbox.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { inSlices } from "#src/platform/jobs/slices.ts";
import { MINUTE_MS } from "#src/shared/durations.ts";
import { joinWords } from "#src/shared/join-words.ts";
import { formatLongTime } from "#src/shared/long-date.ts";
import { minutesBetween } from "#src/shared/wall-time.ts";
import { confirmSeries, textCancellation } from "./reminders.ts";
import { describeCancellation, describeMove, isWithOthers, renderNews } from "./render-news.ts";
import { recordNotified, refusalReason, switchedOffReason, textClient } from "./texting.ts";

/** One text covers all changes within this time. */
const PAUSE_MS = MINUTE_MS;

/** What the client doesn't know yet of a visit. */
type News = "booked" | "moved" | "shortened" | "canceled";

/** Plans the text about new visits, in the caller's transaction. Does nothing if their client can't be texted. */
export function planBookingText(app: App, visits: readonly AppointmentRow[]): void {
  if (switchedOffReason(app, "confirmation") !== undefined) return;
  for (const visit of visits) {
    if (refusalReason(app, visit, "visit-change") !== undefined) continue;
    store.setUnknown(app.db, visit.id);
    store.setTextDue(app.db, visit.id, app.now() + PAUSE_MS);
  }
}

/**
 * Plans the text about a stored change, in its transaction, or puts it off for another minute. It names the difference from
 * what the client last knew, so nothing is sent for a visit that is back where it was. Without `notify` only a text that is
 * planned already stays; false takes it back. A text that was written and has not left, as in an outage, is planned: it is
 * replaced by one that starts from what the client really knows.
 */
export function planChangeText(app: App, before: AppointmentRow, notify?: boolean): void {
  const { textMessageId } = before;
  const row = findAppointment(app.db, before.id);
  const isReplaced =
    textMessageId !== null &&
    row !== null &&
    isNews(before, row) &&
    skipTextOrRetry(app.db, textMessageId, "The appointment changed again", app.now());
  const isPlanned = before.textDueAt !== null || isReplaced;
  if (notify === false) store.withdrawText(app.db, before.id);
  // The decision about a request is texted at once.
  else if (before.status !== "requested" && (notify || isPlanned)) planNews(app, before, isPlanned);
}

function planNews(app: App, before: AppointmentRow, isPlanned: boolean): void {
  const { id } = before;
  const isOtherNumber = findAppointment(app.db, id)?.phone !== before.phone;
  // A client who canceled, or whose visit was canceled without a text, thinks it's off. A client with another number hasn't
  // heard of the visit.
  if ((before.status === "canceled" && !isPlanned) || isOtherNumber) store.setUnknown(app.db, id);
  const row = findAppointment(app.db, id);
  if (!row || (isPlanned && !isOtherNumber && !isNews(before, row))) return;
  const isTold = newsOf(app, row) && !refusalOf(app, row);
  store.setTextDue(app.db, id, isTold ? app.now() + PAUSE_MS : null);
}

function isNews(before: AppointmentRow, row: AppointmentRow): boolean {
  return (["startsAt", "employeeId", "status"] as const).some(
    (field) => before[field] !== row[field],
  );
}

/** Undefined if the client knows the visit as it is. */
function newsOf(app: App, row: AppointmentRow): News | undefined {
  const { status, knownStartsAt } = row;
  const isUnknown = knownStartsAt === "";
  if (status === "canceled") return isUnknown ? undefined : "canceled";
  if (!isBooked(row)) return undefined;
  if (isUnknown) return "booked";
  if (listCanceledParts(app, row).length > 0) return "shortened";
  return knownStartsAt !== null || isWithOthers(app, row) ? "moved" : undefined;
}

function isBooked({ status }: AppointmentRow): boolean {
  return status === "booked" || status === "confirmed";
}

/** Returns the parts of a visit that were canceled alone, and whose client thinks that they take place. */
function listCanceledParts({ db }: App, row: AppointmentRow): AppointmentRow[] {
  return listParts(db, row).filter(
    ({ id, status, knownStartsAt }) =>
      id !== row.id && status === "canceled" && knownStartsAt !== "",
  );
}

/** A visit that is canceled is named by the time that its client knows. */
function toKnown(row: AppointmentRow): AppointmentRow {
  return row.status === "canceled" ? { ...row, startsAt: row.knownStartsAt || row.startsAt } : row;
}

/**
 * Texts clients about changed visits, a minute after the last change. The visits are marked in the transaction that
 * queues the text, so that a restart neither loses a text nor sends it twice. During quiet hours the text isn't written yet,
 * because the visit may change again.
 */
export async function textVisitChanges(app: App): Promise<void> {
  await inSlices(app, {}, () => {
    const visits = store.listNextToNotify(app.db, app.now());
    textVisits(app, visits);
    return { done: visits.length === 0 };
  });
}

/** Texts the client of a visit, or of several visits of a series. */
function textVisits(app: App, visits: readonly AppointmentRow[]): void {
  const phone = visits[0]?.phone ?? null;
  const at = phone === null ? app.now() : allowedAt(app, "visit-change", phone);
  if (at > app.now() && Number.isFinite(at)) {
    for (const { id } of visits) store.setTextDue(app.db, id, at);
    return;
  }
  for (const told of groupVisits(app, visits)) tellNews(app, told);
  // It's too late for a text, because the visit has begun or the client opted out.
  for (const { id } of visits) store.withdrawText(app.db, id);
}

/** A visit and all that follow it in its series share a text if the same became of them. All others have their own. */
function groupVisits(app: App, visits: readonly AppointmentRow[]): AppointmentRow[][] {
  const changes = Map.groupBy(visits, (visit) => {
    const news = newsOf(app, visit);
    return news === "moved" && visit.knownStartsAt
      ? `moved ${minutesBetween(visit.knownStartsAt, visit.startsAt)} ${visit.knownEmployeeId}`
      : news;
  });
  return [...changes.values()].flatMap((changed) =>
    isRestOfSeries(app, changed) ? [changed] : changed.map((visit) => [visit]),
  );
}

function isRestOfSeries({ db }: App, visits: readonly AppointmentRow[]): boolean {
  const [first] = visits;
  if (!first || first.seriesId === null) return false;
  return listVisitsAfter(db, first.seriesId, first.startsAt).every(
    (later) => !isAhead(later.status) || visits.some(({ id }) => id === later.id),
  );
}

function tellNews(app: App, visits: readonly AppointmentRow[]): void {
  const ahead = visits.filter((one) => !refusalOf(app, one));
  const [first] = ahead;
  const news = first && newsOf(app, first);
  if (!news) return;
  const message = writeText(app, news, first, ahead.length - 1);
  for (const visit of ahead) recordNotified(app, visit, message);
  if (news === "booked") return; // A confirmation has its own entry, and none if it was refused.
  recordSystem(app, {
    action: "appointment.text_change",
    target: ["appointment", first.id],
    metadata: { news, visits: ahead.length },
  });
}

/** Returns the text's id; null for a confirmation, which stays true once it is written. */
function writeText(
  app: App,
  news: News,
  first: AppointmentRow,
  laterVisits: number,
): number | null {
  if (news === "moved") return textNews(app, first, describeMove(app, first, laterVisits));
  if (news === "shortened") return textShortened(app, first);
  if (news === "canceled") return textCanceled(app, first, laterVisits) ?? null;
  confirmSeries(app, first.id);
  return null;
}

/** Texts a client that their visit, and a number of those after it, are canceled. Returns undefined if no text can be sent. */
function textCanceled(app: App, visit: AppointmentRow, laterVisits: number): number | undefined {
  const outcome = renderDepositOutcome(app, visit.id);
  const news = (when: string) => describeCancellation(when, laterVisits, outcome);
  return textCancellation(app, toKnown(visit), news, "visit-change");
}

/** Texts a client that only a part of their visit is canceled, and what remains. */
function textShortened(
  app: App,
  first: AppointmentRow,
  deleted: readonly AppointmentRow[] = [],
): number {
  const canceled = [...listCanceledParts(app, first), ...deleted].map(({ service }) => service);
  const { service, startsAt } = toWhole(app, first);
  const verb = canceled.length === 1 ? "is" : "are";
  const rest = `${service} with ${renderEmployees(app, first)} on ${formatLongTime(startsAt)}`;
  const news = `${joinWords(canceled)} ${verb} canceled. You're still booked for ${rest}`;
  return textNews(app, first, news);
}

function textNews(app: App, visit: AppointmentRow, news: string): number {
  const body = renderNews(app, visit, news);
  return textClient(app, "visit-change", visit.phone ?? "", body, "visit-change");
}

/**
 * Texts the clients of visits that are about to be deleted, in the transaction, unless they know of none. A deletion can't be
 * undone, so the text doesn't wait for further changes.
 */
export function textDeleted(app: App, visits: readonly AppointmentRow[]): void {
  const canceled = visits
    .filter(isFirstPart)
    .map((visit) => ({ ...visit, status: "canceled" as const }));
  for (const ofClient of Map.groupBy(canceled, clientOf).values())
    for (const group of groupVisits(app, ofClient)) {
      const [first, ...later] = group.filter((one) => newsOf(app, one) && !refusalOf(app, one));
      if (first) textCanceled(app, first, later.length);
    }
}

/**
 * Texts a client what remains of a visit whose other parts were deleted, in the transaction. Returns false if no text can be
 * sent.
 */
export function textRest(
  app: App,
  rest: readonly AppointmentRow[],
  deleted: readonly AppointmentRow[],
): boolean {
  const { id = 0 } = rest.find(({ status }) => status !== "canceled") ?? {};
  const first = findAppointment(app.db, id);
  // A request that is approved names what remains of it.
  if (!first || !isBooked(first) || refusalOf(app, first) !== undefined) return false;
  if (newsOf(app, first) === "booked") store.setTextDue(app.db, id, app.now() + PAUSE_MS);
  else recordNotified(app, first, textShortened(app, first, deleted));
  return true;
}

/** The visits of a series share a text, unless they are under different numbers. */
function clientOf({ id, seriesId, phone }: AppointmentRow): string {
  return seriesId === null ? `visit ${id}` : `series ${seriesId} ${phone}`;
}

function refusalOf(app: App, visit: AppointmentRow): string | undefined {
  const text = newsOf(app, visit) === "booked" ? "confirmation" : "visit-change";
  return switchedOffReason(app, text) ?? refusalReason(app, toKnown(visit), "visit-change");
}
