import type { EmployeeFilter } from "#db/calendar/appointments-list.ts";
import { type KindResults, resultsOf } from "#db/calendar/automatic-text-results.ts";
import { countClientsWithVisits } from "#db/calendar/automatic-texts.ts";
import type { App, Staff } from "#src/app.ts";
import { sendTestText } from "#src/messaging/test-text.ts";
import { forEachDay } from "#src/platform/jobs/slices.ts";
import { businessDay, getSettings } from "#src/platform/settings/settings.ts";
import { SETTINGS } from "#src/platform/settings/table-contract.ts";
import { toInstant, toWallTime } from "#src/platform/time.ts";
import { fillBusinessName } from "#src/shared/business-name.ts";
import { DAY_MS } from "#src/shared/durations.ts";
import { fillTemplate } from "#src/shared/fill-template.ts";
import { formatCents } from "#src/shared/money.ts";
import { Problem, requireFound } from "#src/shared/problem.ts";
import { addDays } from "#src/shared/wall-time.ts";
import { planOffer, toAudience } from "./audience.ts";
import type { Audience, AutomaticText, Results } from "./contract.ts";
import {
  AUTOMATIC_TEXT_IDS,
  type AutomaticTextId,
  findAutomaticText,
  isOffer,
  settingsOf,
} from "./texts-contract.ts";
import { describeTiming } from "./timing-contract.ts";
import { findObstacle, renderOffer } from "./wording.ts";
import { SAMPLE_VALUES } from "./wording-contract.ts";

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
  if (!isOffer(id)) throw new Problem(409, "Every client of a visit gets this text.");
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
  const body = isOffer(id)
    ? renderOffer(app, message, SAMPLE_VALUES)
    : fillBusinessName(fillTemplate(message, SAMPLE_VALUES), getSettings(app).businessName);
  return sendTestText(app, actor, { action: "automatic_text.test", render: () => body });
}

/** @throws Problem 404 */
function getAutomaticText(id: string) {
  return requireFound(findAutomaticText(id), "There's no automatic text of this name.");
}
