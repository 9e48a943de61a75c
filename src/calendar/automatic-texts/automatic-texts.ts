import type { EmployeeFilter } from "#db/calendar/appointments-list.ts";
import {
  countClientsWithVisits,
  type KindResults,
  resultsOf,
} from "#db/calendar/automatic-texts.ts";
import { allEmployees } from "#db/calendar/employees.ts";
import type { OfferCandidate } from "#db/calendar/offer-candidates.ts";
import { allServices } from "#db/calendar/services.ts";
import type { App, Staff } from "#src/app.ts";
import { allowedAt } from "#src/messaging/outbox/outbox.ts";
import { sendTestText } from "#src/messaging/test-text.ts";
import { giveWay } from "#src/platform/http/requests.ts";
import { forEachDay } from "#src/platform/jobs/slices.ts";
import { businessDay, getSettings } from "#src/platform/settings/settings.ts";
import { SETTINGS } from "#src/platform/settings/table-contract.ts";
import { toInstant, toWallTime } from "#src/platform/time.ts";
import { fillBusinessName } from "#src/shared/business-name.ts";
import { DAY_MS } from "#src/shared/durations.ts";
import { fillTemplate } from "#src/shared/fill-template.ts";
import { formatCents } from "#src/shared/money.ts";
import { Problem, requireFound } from "#src/shared/problem.ts";
import { addDays, listDays } from "#src/shared/wall-time.ts";
import {
  type Audience,
  type AutomaticText,
  type LeftOut,
  MAX_NAMED_CLIENTS,
  type Results,
} from "./contract.ts";
import { dueAt, OFFERS } from "./offers.ts";
import { findLeftOut } from "./send-offers.ts";
import {
  AUTOMATIC_TEXT_IDS,
  type AutomaticTextId,
  findAutomaticText,
  isOffer,
  type OfferId,
  settingsOf,
} from "./texts-contract.ts";
import { describeTiming } from "./timing-contract.ts";
import { bookingLink, findObstacle, renderOffer, reviewLink, valuesOf } from "./wording.ts";
import { sampleValues } from "./wording-contract.ts";

const RESULT_DAYS = 30;

export async function listAutomaticTexts(app: App): Promise<AutomaticText[]> {
  const results = await readResults(app, {
    from: app.now() - RESULT_DAYS * DAY_MS,
    to: app.now() + 1,
    employees: "all",
  });
  const texts: AutomaticText[] = [];
  for (const id of AUTOMATIC_TEXT_IDS) {
    const nextClients = await countNext(app, id);
    texts.push({ ...describeText(app, id), nextClients, results: toResults(id, results.get(id)) });
  }
  return texts;
}

function describeText(app: App, id: AutomaticTextId) {
  const text = getAutomaticText(id);
  const settings = getSettings(app);
  const names = settingsOf(text);
  return {
    id,
    title: text.title,
    consent: text.consent,
    enabled: settings[text.enabled],
    timing: describeTiming(text.timing, settings),
    message: settings[text.message],
    defaultMessage: SETTINGS[text.message].default,
    settings: Object.fromEntries(
      names.map((name) => [name, settings[name] as string | number | boolean]),
    ),
    obstacle: isOffer(id) ? findObstacle(app, id) : null,
  };
}

/** What became of the texts of a span, by their kind. Read day by day, because a busy salon sends thousands in a month. */
export async function readResults(
  app: App,
  {
    from: start,
    to: end,
    employees,
  }: {
    /** Epoch milliseconds, from inclusive to exclusive. */
    readonly from: number;
    readonly to: number;
    /** Whose bookings count. */
    readonly employees: EmployeeFilter;
  },
): Promise<ReadonlyMap<string, KindResults>> {
  const bringBack = AUTOMATIC_TEXT_IDS.filter((id) => findAutomaticText(id)?.hasBookings);
  const sums = new Map<string, KindResults>();
  await forEachDay(start, end, (from, to) => {
    for (const day of resultsOf(app.db, { from, to, bringBack, employees }))
      sums.set(day.kind, addResults(sums.get(day.kind), day));
  });
  return sums;
}

function addResults(sum: KindResults | undefined, day: KindResults): KindResults {
  if (!sum) return day;
  return {
    kind: day.kind,
    sent: sum.sent + day.sent,
    replies: sum.replies + day.replies,
    optOuts: sum.optOuts + day.optOuts,
    bookings: sum.bookings + day.bookings,
    cents: sum.cents + day.cents,
  };
}

function toResults(id: AutomaticTextId, results: KindResults | undefined): Results {
  const hasBookings = findAutomaticText(id)?.hasBookings === true;
  return {
    sent: results?.sent ?? 0,
    replies: results?.replies ?? 0,
    optOuts: results?.optOuts ?? 0,
    bookings: hasBookings ? (results?.bookings ?? 0) : null,
    revenue: hasBookings ? formatCents(results?.cents ?? 0) : null,
  };
}

/** How many clients get the text in the next 7 days; null where it follows what happens. */
async function countNext(app: App, id: AutomaticTextId): Promise<number | null> {
  if (isOffer(id)) return (await planOffer(app, id)).texted.size;
  const today = businessDay(app);
  const now = toWallTime(app, app.now());
  const inAWeek = toWallTime(app, app.now() + 7 * DAY_MS);
  switch (id) {
    case "reminder": {
      const time = `${today}T${getSettings(app).appointmentReminderTime}:00`;
      const first = addDays(today, app.now() >= toInstant(app, time) ? 2 : 1);
      return countClientsWithVisits(app.db, first, addDays(first, 7));
    }
    case "second-reminder":
    case "thank-you":
      return countClientsWithVisits(app.db, now, inAWeek);
    default:
      return null;
  }
}

/** @throws Problem 404 for an unknown text, 409 for one about visits */
export async function readAudience(app: App, id: string): Promise<Audience> {
  getAutomaticText(id);
  if (!isOffer(id)) throw new Problem(409, "Every client with an appointment gets this text.");
  return toAudience(app, await planOffer(app, id));
}

/** Sends the wording to the test number in Settings, with sample values. @throws Problem 404, 409 */
export function testAutomaticText(
  app: App,
  actor: Staff,
  id: string,
  input: { readonly message?: string | undefined },
): { phoneNumber: string } {
  const text = getAutomaticText(id);
  const message = input.message ?? getSettings(app)[text.message];
  const values = sampleValues({
    today: businessDay(app),
    services: allServices(app.db),
    employees: allEmployees(app.db),
  });
  const body = isOffer(id)
    ? renderOffer(app, message, values)
    : fillBusinessName(fillTemplate(message, values), getSettings(app).businessName);
  return sendTestText(app, actor, { action: "automatic_text.test", render: () => body });
}

/** @throws Problem 404 */
function getAutomaticText(id: string) {
  return requireFound(findAutomaticText(id), "There's no automatic text with this name.");
}

const DAYS = 7;
const SLICE_SIZE = 100;

interface Plan {
  /** Who gets the offer and when, in epoch milliseconds, in this order. */
  readonly texted: ReadonlyMap<number, { readonly candidate: OfferCandidate; readonly at: number }>;
  readonly leftOut: ReadonlyMap<number, LeftOut>;
}

/** Who would get an offer in the next 7 days, as things are now, whether or not it is on. */
async function planOffer(app: App, kind: OfferId): Promise<Plan> {
  const texted = new Map<number, { candidate: OfferCandidate; at: number }>();
  const leftOut = new Map<number, LeftOut>();
  const today = businessDay(app);
  const isOver = app.now() >= dueAt(app, kind, today);
  const first = isOver ? addDays(today, 1) : today;
  for (const day of listDays(first, addDays(first, DAYS - 1))) {
    const at = dueAt(app, kind, day);
    for await (const candidate of listCandidates(app, kind, day)) {
      const { contactId } = candidate;
      if (candidate.isDone || texted.has(contactId)) continue;
      const reason = findReason(app, kind, candidate, at);
      if (reason === undefined) texted.set(contactId, { candidate, at });
      else if (!leftOut.has(contactId)) leftOut.set(contactId, reason);
    }
  }
  for (const contactId of texted.keys()) leftOut.delete(contactId);
  return { texted, leftOut };
}

async function* listCandidates(app: App, kind: OfferId, day: string) {
  for (const step of OFFERS[kind].stepsOn(app, day))
    for (let after: number | undefined = 0; after !== undefined; ) {
      const slice = step.list(app, { now: app.now(), after, limit: SLICE_SIZE });
      yield* slice;
      after = slice.length < SLICE_SIZE ? undefined : slice.at(-1)?.position;
      await giveWay(app);
    }
}

/** An offer that can wait for another day comes then. */
function findReason(app: App, kind: OfferId, candidate: OfferCandidate, at: number) {
  const reason = findLeftOut(app, kind, candidate, at);
  const waits = reason === "no-day" && OFFERS[kind].patienceDays > 0;
  return waits && Number.isFinite(allowedAt(app, "marketing", candidate.phone, at))
    ? undefined
    : reason;
}

function toAudience(app: App, { texted, leftOut }: Plan): Audience {
  const reasons = Map.groupBy(leftOut.values(), (reason) => reason);
  return {
    total: texted.size,
    clients: [...texted.values()].slice(0, MAX_NAMED_CLIENTS).map(({ candidate, at }) => ({
      contactId: candidate.contactId,
      name: candidate.name,
      at: toWallTime(app, at),
      ...valuesOf(app, candidate),
    })),
    bookingLink: bookingLink(app),
    reviewLink: reviewLink(app),
    leftOut: [...reasons]
      .map(([reason, all]) => ({ reason, count: all.length }))
      .toSorted((one, other) => other.count - one.count),
  };
}
