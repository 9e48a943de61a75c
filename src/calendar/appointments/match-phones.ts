import { setAppointmentPhone } from "#db/calendar/appointments.ts";
import { appointmentsWithoutPhone } from "#db/calendar/appointments-list.ts";
import { writeWhenFree } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { findContactsByName } from "#src/clients/name-matching/name-matching.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { requireNamesAndPhones } from "#src/platform/masking/masking.ts";
import { Problem } from "#src/shared/problem.ts";
import { addDays } from "#src/shared/wall-time.ts";
import type { NamedClient } from "./contract.ts";
import { visibleEmployees } from "./list.ts";

/** Appointments per request. A screen shows at most a week. */
const MAX_APPOINTMENTS = 500;
/** Clients to choose from, enough to show that a name is ambiguous. */
const MAX_SUGGESTIONS = 5;

interface Days {
  readonly startDate: string;
  readonly endDate: string;
}

/** Requests that matched nothing more. They are skipped until contacts or appointments change. */
const triedByApp = new WeakMap<App, { version: string; requests: Set<string> }>();

/**
 * Fills in missing numbers from the only contact with the same name. Ambiguous names are skipped. The calendar asks for
 * it when it opens, so no user did it. Each name has its own transaction, because a search among a million contacts
 * takes milliseconds.
 */
export async function matchPhones(
  app: App,
  actor: Staff,
  { startDate, endDate }: Days,
): Promise<{ matched: number }> {
  requireNamesAndPhones(actor);
  if (endDate < startDate) throw new Problem(400, "The last day is before the first.");
  const employees = visibleEmployees(actor);
  const tried = triedRequestsOf(app);
  const request = JSON.stringify([startDate, endDate, employees]);
  if (tried.has(request)) return { matched: 0 };

  const rows = appointmentsWithoutPhone(app.db, {
    from: `${startDate}T00:00:00`,
    until: `${addDays(endDate, 1)}T00:00:00`,
    employees,
    most: MAX_APPOINTMENTS,
  });
  const byName = Map.groupBy(
    rows.filter(({ nameKey }) => nameKey !== ""),
    ({ nameKey }) => nameKey,
  );
  let matched = 0;
  for (const rows of byName.values()) {
    await Bun.sleep(0);
    matched += await writeWhenFree(app.db, () => matchName(app, rows));
  }
  triedRequestsOf(app).add(request);
  return { matched };
}

/** Returns the contacts with this name, in either order of first and last name. */
export function listClientsByName(app: App, actor: Staff, name: string): NamedClient[] {
  requireNamesAndPhones(actor);
  return findContactsByName(app, name, MAX_SUGGESTIONS).map(({ id, ...contact }) => ({
    contactId: id,
    name: contact.name,
    phoneNumber: contact.phone,
  }));
}

/** Fills in the number for all appointments of one name and returns how many were changed. */
function matchName(app: App, rows: readonly { id: number; clientName: string }[]): number {
  const [contact, another] = findContactsByName(app, rows[0]?.clientName ?? "", 2);
  if (!contact || another) return 0;
  const ids = rows.map(({ id }) => id);
  for (const id of ids) setAppointmentPhone(app.db, id, contact.phone);
  recordSystem(app, {
    action: "appointment.match_phone",
    target: ["contact", contact.id],
    metadata: { appointmentIds: ids },
  });
  app.events.changed("appointments", ...ids);
  return ids.length;
}

function triedRequestsOf(app: App): Set<string> {
  const version = `${app.events.version("contacts")}.${app.events.version("appointments")}`;
  const cached = triedByApp.get(app);
  if (cached?.version === version) return cached.requests;
  const requests = new Set<string>();
  triedByApp.set(app, { version, requests });
  return requests;
}
