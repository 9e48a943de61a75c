import type { AppointmentRow, AppointmentSource } from "#db/calendar/appointments.ts";
import {
  countVisitsOfContact,
  listVisitEntries,
  type VisitEntry,
} from "#db/calendar/visit-history.ts";
import { findContact } from "#db/clients/contacts.ts";
import type { App, Staff } from "#src/app.ts";
import { getAppointment } from "#src/calendar/appointments/get-appointment.ts";
import { visibleEmployees } from "#src/calendar/appointments/list.ts";
import { textingBarrier } from "#src/clients/consent.ts";
import { defineModule, staff } from "#src/platform/http/routes.ts";
import { toWallTime } from "#src/platform/time.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { nameKey } from "#src/shared/names.ts";
import { type VisitHistory, visitHistory } from "./contract.ts";

export const visitHistoryModule = defineModule(visitHistory, {
  read: staff("/appointments", ({ app, actor, id }) => readVisitHistory(app, actor, id)),
});

/** The dialog has room for a short history; the audit log has all of it. */
const MOST_CHANGES = 6;

const SOURCES: Record<AppointmentSource, string> = {
  staff: "Booked",
  online: "Booked online",
  call: "Booked from a call",
  waitlist: "Booked from the waitlist",
  webhook: "Booked from another program",
  import: "Imported",
};

const ACTIONS: Readonly<Record<string, string>> = {
  "appointment.move": "Moved",
  "appointment.cancel": "Canceled",
  "appointment.uncancel": "Put back",
  "appointment.confirm": "Confirmed",
  "booking.move": "Moved by the client",
  "booking.cancel": "Canceled by the client",
};

const STATUSES: Readonly<Partial<Record<AppointmentRow["status"], string>>> = {
  booked: "Marked as booked",
  confirmed: "Confirmed",
  arrived: "Arrived",
  no_show: "Marked as no-show",
};

/** What the program did, and why. */
const REASONS: Readonly<Record<string, string>> = {
  text: " by text",
  payment: " and paid",
  expiry: ", because no one answered the request",
  "unpaid deposit": ", because the deposit wasn't paid",
};

/** Returns what became of a visit, and how often its client came. @throws Problem 404 */
function readVisitHistory(app: App, actor: Staff, id: number): VisitHistory {
  const row = getAppointment(app, actor, id);
  const [created] = listVisitEntries(app.db, row, ["appointment.create"], 1);
  const actions = [...Object.keys(ACTIONS), "appointment.status"];
  const changes = listVisitEntries(app.db, row, actions, MOST_CHANGES).reverse();
  return {
    visits:
      row.contactId === null
        ? null
        : countVisitsOfContact(app.db, row.contactId, {
            employees: visibleEmployees(actor),
            now: toWallTime(app, app.now()),
          }),
    numberOf: whoseNumber(app, row),
    textingBarrier: row.phone === null ? null : textingBarrier(app, row.phone),
    entries: [
      {
        // A program uses a user's key, who didn't book.
        what: `${SOURCES[row.source]}${row.source === "webhook" ? "" : renderBy(created)}`,
        at: toIso(row.createdAt),
      },
      ...changes.flatMap((entry) => {
        const what = ACTIONS[entry.action] ?? STATUSES[entry.status ?? "requested"];
        return what ? { what: `${what}${renderBy(entry)}`, at: toIso(entry.at) } : [];
      }),
    ],
  };
}

/** A client may book with the number of someone else in the family. */
function whoseNumber({ db }: App, row: AppointmentRow): VisitHistory["numberOf"] {
  const contact = row.contactId === null ? null : findContact(db, row.contactId);
  return contact && nameKey(contact.name) !== nameKey(row.clientName)
    ? { contactId: contact.id, name: contact.name }
    : null;
}

/** " by maya"; empty where that isn't known. */
function renderBy(entry: VisitEntry | undefined): string {
  if (entry?.username) return ` by ${entry.username}`;
  return REASONS[entry?.reason ?? ""] ?? "";
}
