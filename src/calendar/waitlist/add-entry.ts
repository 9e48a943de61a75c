import * as store from "#db/calendar/waitlist.ts";
import type { App, Caller, Staff } from "#src/app.ts";
import { performersOfEach, requireServices } from "#src/calendar/visits.ts";
import { record, recordSystem } from "#src/platform/audit/audit.ts";
import { businessDay } from "#src/platform/settings/settings.ts";
import { Problem } from "#src/shared/problem.ts";
import { addDays } from "#src/shared/wall-time.ts";
import type { WaitlistPreferences } from "./contract.ts";

const MAX_OPEN = 1_000;
/** Only staff can tell a family from a prank. */
const MAX_PER_CLIENT = { staff: 5, online: 3, call: 3 } as const;
const MAX_DAYS = 366;

interface Entry {
  readonly contactId: number;
  /** As typed by a client, who may wait for someone of their family; the contact's by default. */
  readonly clientName?: string;
  readonly source: store.EntrySource;
  readonly preferences: WaitlistPreferences;
  /** The browser of a client who did it. */
  readonly caller?: Caller | undefined;
}

/**
 * Puts a client on the waitlist in the caller's transaction and returns the entry's id. `actor` is null for a client who
 * did it; their repeated request returns the first entry.
 * @throws Problem 400, 404 for a deleted service, 409 when the list is full
 */
export function addEntry(
  app: App,
  actor: Staff | null,
  { contactId, clientName, source, preferences, caller }: Entry,
): number {
  const serviceIds = requireServices(preferences);
  requireValid(app, serviceIds, preferences);
  const { employeeId, from, to, weekdays, timeFrom, timeTo } = preferences;
  const row = {
    contactId,
    clientName: clientName ?? null,
    serviceIds,
    employeeId,
    fromDay: from,
    toDay: to,
    weekdays: weekdays && [...new Set(weekdays)],
    timeFrom,
    timeTo,
    source,
    createdAt: app.now(),
  };
  const same = actor ? undefined : store.findSameEntry(app.db, row);
  if (same !== undefined) return same;
  requireSpace(app, actor, { contactId, source });
  const id = store.insertEntry(app.db, row);
  const entry = {
    action: "waitlist.add",
    target: ["waitlist", id],
    metadata: { services: serviceIds, employee: employeeId, by: source },
  } as const;
  if (actor) record(app, actor, entry);
  else recordSystem(app, entry, caller);
  app.events.changed("waitlist", id);
  return id;
}

function requireSpace(
  app: App,
  actor: Staff | null,
  { contactId, source }: Pick<Entry, "contactId" | "source">,
): void {
  const help = source === "online" ? " Call us." : "";
  if (store.countOpenEntries(app.db) >= MAX_OPEN)
    throw new Problem(
      409,
      actor ? "The waitlist is full. Take clients off it first." : `Our waitlist is full.${help}`,
    );
  const own = store.listEntriesOfContact(app.db, contactId);
  const most = MAX_PER_CLIENT[source];
  if (own.filter(({ closedAt }) => closedAt === null).length >= most)
    throw new Problem(
      409,
      actor
        ? `A client can wait for up to ${most} services.`
        : `You're already on our waitlist ${most} times.${help}`,
    );
}

function requireValid(
  app: App,
  serviceIds: readonly number[],
  { employeeId, from, to, timeFrom, timeTo }: WaitlistPreferences,
) {
  const today = businessDay(app);
  const theseServices = serviceIds.length === 1 ? "this service" : "all of these services";
  const errors: { to?: string; timeTo?: string; employeeId?: string } = {};
  if (to < today) errors.to = "This day is over. Choose a later one.";
  else if (to < from) errors.to = "The last day is before the first.";
  else if (to > addDays(today, MAX_DAYS)) errors.to = "Choose a day within a year.";
  if (timeFrom !== null && timeTo !== null && timeTo <= timeFrom)
    errors.timeTo = "End time must be after start time";
  const each = performersOfEach(app, { serviceIds }, employeeId ?? undefined);
  if (each.some((of) => of.size === 0))
    errors.employeeId =
      employeeId === null
        ? `No one performs ${theseServices}.`
        : `This employee doesn't perform ${theseServices}. Choose another one.`;
  const [message] = Object.values(errors);
  if (message) throw new Problem(400, message, { errors });
}
