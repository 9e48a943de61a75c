import type { AppointmentRow } from "#db/calendar/appointments.ts";
import type { App } from "#src/app.ts";
import type { DepositChoice } from "#src/calendar/appointments/fields-contract.ts";
import { partsOf, renderEmployees } from "#src/calendar/appointments/whole-visit.ts";
import { renderDepositOutcome } from "#src/calendar/online-booking/deposit-texts.ts";
import { findManageUrl } from "#src/calendar/online-booking/manage-link.ts";
import { formatLongTime } from "#src/shared/long-date.ts";
import type { WallTime } from "#src/shared/wall-time.ts";
import { renderCancellation, renderChange, renderLater, renderReplyHint } from "./reminders.ts";
import { renderMove } from "./wording.ts";

/** Whether the client expects another employee, for any part of the visit. */
export function isWithOthers(app: App, row: AppointmentRow): boolean {
  return partsOf(app, row).some(({ knownEmployeeId }) => knownEmployeeId !== null);
}

/** Says where a visit went from what its client knows, as a clause. */
export function describeMove(app: App, visit: AppointmentRow, laterVisits: number): string {
  const isNews = visit.knownEmployeeId !== null || isWithOthers(app, visit);
  const employee = isNews ? ` with ${renderEmployees(app, visit)}` : "";
  return renderMove(visit, employee, renderLater(laterVisits));
}

/** Says that a visit is canceled and what becomes of its deposit, as a clause. */
export function describeCancellation(when: string, laterVisits: number, outcome: string): string {
  const verb = laterVisits === 0 ? "is" : "are";
  const end = outcome && `. ${outcome.replace(/\.$/, "")}`;
  return `your appointment on ${when}${renderLater(laterVisits)} ${verb} canceled${end}`;
}

/** The text about a visit that takes place otherwise. */
export function renderNews(app: App, visit: AppointmentRow, news: string): string {
  const manageUrl = findManageUrl(app, visit.id);
  const howToChange = manageUrl
    ? `Change or cancel: ${manageUrl}`
    : renderReplyHint(app, "If that doesn't work for you");
  return renderChange(app, visit, { whatChanged: news, howToChange });
}

/** What staff are about to do: cancel the visit, or give it this time and employee. */
export interface PlannedChange {
  readonly cancels: boolean;
  readonly deposit?: DepositChoice | undefined;
  readonly startsAt?: WallTime | undefined;
  readonly employeeId?: number | undefined;
}

/**
 * Returns the text that a change would cause; undefined where it depends on more than that, as for several visits, or where
 * the client knows the visit as it would be.
 */
export function previewText(
  app: App,
  before: AppointmentRow,
  { cancels, deposit, startsAt = before.startsAt, employeeId = before.employeeId }: PlannedChange,
): string | undefined {
  const isAlone = before.visitId === null && before.seriesId === null;
  if (!isAlone || before.knownStartsAt === "") return undefined;
  const known = {
    startsAt: before.knownStartsAt ?? before.startsAt,
    employeeId: before.knownEmployeeId ?? before.employeeId,
  };
  if (cancels) {
    const outcome = renderDepositOutcome(app, before.id, deposit);
    const news = describeCancellation(formatLongTime(known.startsAt), 0, outcome);
    return renderCancellation(app, before, news);
  }
  const visit = {
    ...{ ...before, startsAt, employeeId },
    knownStartsAt: startsAt === known.startsAt ? null : known.startsAt,
    knownEmployeeId: employeeId === known.employeeId ? null : known.employeeId,
  };
  const isNews = visit.knownStartsAt !== null || visit.knownEmployeeId !== null;
  return isNews ? renderNews(app, visit, describeMove(app, visit, 0)) : undefined;
}
