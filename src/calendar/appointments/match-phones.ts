import { setAppointmentPhone } from "#db/calendar/appointments.ts";
import { withoutPhone } from "#db/calendar/appointments-list.ts";
import { inTransaction, whenFree } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { contactsNamed } from "#src/clients/name-matching/name-matching.ts";
import { record } from "#src/platform/audit/audit.ts";
import { requireNamesAndPhones } from "#src/platform/masking/masking.ts";
import { Problem } from "#src/shared/problem.ts";
import { addDays } from "#src/shared/wall-time.ts";
import type { NamedClient } from "./contract.ts";
import { seenBy } from "./list.ts";

/** Appointments of one call; a screen shows a week at the most. */
const MOST = 500;
/** Clients shown to choose from, and enough to see that a name is not one person's. */
const NAMESAKES = 5;

interface Days {
  readonly startDate: string;
  readonly endDate: string;
}

/** What could not be matched last time cannot be now, unless something has changed. */
const tried = new WeakMap<App, { version: string; asked: Set<string> }>();

/**
 * Those without a number get that of the one contact of the same name; of two, neither is it. One
 * client at a time, each in its own transaction: a search among a million takes milliseconds.
 */
export async function matchPhones(
  app: App,
  actor: Staff,
  { startDate, endDate }: Days,
): Promise<{ matched: number }> {
  requireNamesAndPhones(actor);
  if (endDate < startDate) throw new Problem(400, "The last day lies before the first.");
  const whose = seenBy(actor);
  const memory = memoryOf(app);
  const asked = JSON.stringify([startDate, endDate, whose]);
  if (memory.has(asked)) return { matched: 0 };

  const rows = withoutPhone(app.db, {
    from: `${startDate}T00:00:00`,
    until: `${addDays(endDate, 1)}T00:00:00`,
    whose,
    most: MOST,
  });
  const byName = Map.groupBy(
    rows.filter(({ nameKey }) => nameKey !== ""),
    ({ nameKey }) => nameKey,
  );
  let matched = 0;
  for (const alike of byName.values()) {
    await Bun.sleep(0);
    matched += await whenFree(() => inTransaction(app.db, () => matchOne(app, actor, alike)));
  }
  memoryOf(app).add(asked);
  return { matched };
}

/** For the form: who is called so, in whatever order it was typed. */
export function clientsNamed(app: App, actor: Staff, name: string): NamedClient[] {
  requireNamesAndPhones(actor);
  return contactsNamed(app, name, NAMESAKES).map(({ id, ...contact }) => ({
    contactId: id,
    name: contact.name,
    phoneNumber: contact.phone,
  }));
}

/** All appointments of one name; answers how many have a number now. */
function matchOne(
  app: App,
  actor: Staff,
  alike: readonly { id: number; clientName: string }[],
): number {
  const [contact, namesake] = contactsNamed(app, alike[0]?.clientName ?? "", 2);
  if (!contact || namesake) return 0;
  const ids = alike.map(({ id }) => id);
  for (const id of ids) setAppointmentPhone(app.db, id, contact.phone);
  record(app, actor, {
    action: "appointment.match_phone",
    target: ["contact", contact.id],
    metadata: { appointmentIds: ids },
  });
  app.events.changed("appointments", ...ids);
  return ids.length;
}

function memoryOf(app: App): Set<string> {
  const version = `${app.events.version("contacts")}.${app.events.version("appointments")}`;
  const kept = tried.get(app);
  if (kept?.version === version) return kept.asked;
  const asked = new Set<string>();
  tried.set(app, { version, asked });
  return asked;
}
