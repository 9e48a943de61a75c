import type { DueText, Purpose } from "#db/messaging/messages-queue.ts";
import type { SettingsValues } from "#src/platform/settings/settings.ts";
import { isHoliday } from "#src/shared/us-holidays.ts";
import { zonesOf } from "./area-code-zones.ts";

const MINUTE_MS = 60_000;
const NOON = 12 * 60;
const MIDNIGHT = 24 * 60;
const SUNDAY = 7;
/** Zones that share a time to send share it within a week; each day has at most two starts of quiet hours per zone. */
const MAX_ROUNDS = 100;
/** A text this close to quiet hours waits, because the carrier may need some seconds to deliver it. */
const MARGIN_MS = 30_000;

type QuietText = Pick<DueText, "purpose" | "phone">;
/** Quiet hours as they apply to a kind of text, in minutes of the day. */
type Rules = NonNullable<ReturnType<typeof rulesFor>>;

/** Texts that staff write, and those that answer a client's own action, are sent at any hour. All others wait. */
const ANY_HOUR: ReadonlySet<Purpose> = new Set([
  "chat",
  "keyword",
  "test",
  "code",
  "invite",
  "confirmation",
  "missed-call",
]);

function rulesFor(settings: SettingsValues, purpose: Purpose) {
  if (!settings.quietHoursEnabled || ANY_HOUR.has(purpose)) return undefined;
  const start = minutesOf(settings.quietHoursStart);
  const end = minutesOf(settings.quietHoursEnd);
  const skipsDays = purpose === "campaign" && !settings.campaignsOnSundaysAndHolidays;
  const opens = skipsDays ? MIDNIGHT : Math.max(NOON, end);
  const sunday = purpose === "campaign" || purpose === "offer" ? opens : 0;
  const holiday = skipsDays && settings.country === "US";
  return { start, end, sunday, holiday, key: `${start} ${end} ${sunday} ${holiday}` };
}

/**
 * When quiet hours end for a text to this number, in epoch milliseconds; undefined when it may be sent now, Infinity
 * when the zones share no time at all. Quiet hours apply in the business's zone and in every zone of the number (TCPA,
 * 47 CFR 64.1200(c)(1), uses the called party's local time). A number whose zone is not known has the business's.
 */
export function quietUntil(settings: SettingsValues, text: QuietText, now: number) {
  return untilWithMargin(rulesFor(settings, text.purpose), zonesFor(settings, text), now);
}

/** When quiet hours of campaigns end in the business's zone; until then no number needs to be checked. */
export function businessQuietUntil(settings: SettingsValues, now: number): number | undefined {
  return untilWithMargin(rulesFor(settings, "campaign"), [settings.timeZone], now);
}

/** Seconds until quiet hours begin for a text to this number: 0 during them, undefined when it is sent at any hour. */
export function secondsUntilQuiet(settings: SettingsValues, text: QuietText, now: number) {
  const rules = rulesFor(settings, text.purpose);
  if (!rules) return undefined;
  const starts = zonesFor(settings, text).map((zone) => quietFromIn(zone, rules, now));
  return Math.max(0, Math.floor((Math.min(...starts) - now) / 1000));
}

function zonesFor({ timeZone }: SettingsValues, { phone }: QuietText): string[] {
  return [timeZone, ...zonesOf(phone)];
}

function untilWithMargin(rules: Rules | undefined, zones: readonly string[], now: number) {
  return rules && (untilInAll(rules, zones, now) ?? untilInAll(rules, zones, now + MARGIN_MS));
}

/** One zone's quiet hours may end during another's, so this continues until no zone has quiet hours. */
function untilInAll(rules: Rules, zones: readonly string[], now: number): number | undefined {
  let until = now;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const later = Math.max(...zones.map((zone) => quietUntilIn(zone, rules, until) ?? until));
    if (later === until) return until > now ? until : undefined;
    until = later;
  }
  return Number.POSITIVE_INFINITY;
}

/** A campaign needs the same few zones thousands of times in the same minute. */
const cache = new Map<string, number | undefined>();

function quietUntilIn(zone: string, rules: Rules, at: number): number | undefined {
  const key = `${zone} ${rules.key} ${Math.floor(at / MINUTE_MS)}`;
  if (cache.size > 1_000) cache.clear();
  return cache.getOrInsertComputed(key, () => computeQuietUntil(zone, rules, at));
}

function computeQuietUntil(
  zone: string,
  { start, end, sunday, holiday }: Rules,
  at: number,
): number | undefined {
  const local = toLocal(zone, at);
  const minute = local.hour * 60 + local.minute;
  const tomorrow = local.add({ days: 1 });
  if (holiday && isHoliday(local.toPlainDate().toString())) return timeOn(tomorrow, 0);
  if (local.dayOfWeek === SUNDAY && minute < sunday)
    return sunday === MIDNIGHT ? timeOn(tomorrow, 0) : timeOn(local, sunday);
  if (start > end && minute >= start) return timeOn(tomorrow, end);
  return minute < end && (start > end || minute >= start) ? timeOn(local, end) : undefined;
}

/** When the next quiet hours begin: now during them, Infinity when they don't within a day. */
function quietFromIn(zone: string, rules: Rules, at: number): number {
  const today = toLocal(zone, at);
  const days = [today, today.add({ days: 1 })];
  const starts = days.flatMap((day) => [timeOn(day, 0), timeOn(day, rules.start)]);
  const isQuiet = (start: number) => quietUntilIn(zone, rules, start) !== undefined;
  return Math.min(...[at, ...starts].filter((start) => start >= at && isQuiet(start)));
}

function toLocal(zone: string, at: number): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
}

/** A minute of that day, in epoch milliseconds. */
function timeOn(day: Temporal.ZonedDateTime, minute: number): number {
  return day.startOfDay().withPlainTime({ hour: Math.floor(minute / 60), minute: minute % 60 })
    .epochMilliseconds;
}

function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return hours * 60 + minutes;
}
