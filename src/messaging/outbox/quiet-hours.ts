import type { Purpose } from "#db/messaging/messages-queue.ts";
import type { SettingsValues } from "#src/platform/settings/settings.ts";
import { isHoliday } from "#src/shared/us-holidays.ts";
import { zonesOf } from "./area-code-zones.ts";

const MINUTE_MS = 60_000;
const NOON = 12 * 60;
const SUNDAY = 7;
/** Zones that share a time to send share it within a week; each day has at most two starts of quiet hours per zone. */
const MAX_ROUNDS = 100;
/** A text this close to quiet hours waits, because the carrier may need some seconds to deliver it. */
const MARGIN_MS = 30_000;

type QuietSettings = Pick<
  SettingsValues,
  | "quietHoursEnabled"
  | "quietHoursStart"
  | "quietHoursEnd"
  | "timeZone"
  | "country"
  | "campaignsOnSundaysAndHolidays"
>;

/** A text to a number. */
interface QuietText {
  readonly purpose: Purpose;
  /** E.164. */
  readonly phone: string;
}

/** Quiet hours as they apply to a kind of text. */
interface Rules {
  /** Minutes of the day. */
  readonly start: number;
  readonly end: number;
  /** When Sundays begin; undefined when they are quiet all day. */
  readonly sunday: number | undefined;
  /** Whether the holidays of the US are quiet all day. */
  readonly skipsHolidays: boolean;
  readonly key: string;
}

/**
 * The quiet hours of a kind of text; undefined when it is sent at any hour. Texts that staff write, and those that
 * answer a client's own action, never wait. Any other kind does. Sunday mornings are quiet for offers.
 */
function rulesFor(settings: QuietSettings, purpose: Purpose): Rules | undefined {
  if (!settings.quietHoursEnabled) return undefined;
  switch (purpose) {
    case "chat":
    case "keyword":
    case "test":
    case "code":
    case "invite":
    case "confirmation":
    case "missed-call":
      return undefined;
    case "campaign":
      return toRules(settings, settings.campaignsOnSundaysAndHolidays ? NOON : undefined);
    case "offer":
      return toRules(settings, NOON);
    default:
      return toRules(settings, 0);
  }
}

function toRules(settings: QuietSettings, sunday: number | undefined): Rules {
  const { quietHoursStart, quietHoursEnd, country } = settings;
  const skipsHolidays = sunday === undefined && country === "US";
  const key = `${quietHoursStart} ${quietHoursEnd} ${sunday} ${skipsHolidays}`;
  const [start, end] = [minutesOf(quietHoursStart), minutesOf(quietHoursEnd)];
  return { start, end, sunday: sunday && Math.max(sunday, end), skipsHolidays, key };
}

/**
 * When quiet hours end for a text to this number, in epoch milliseconds; undefined when it may be sent now, Infinity
 * when the zones share no time at all. Quiet hours apply in the business's zone and in every zone of the number (TCPA,
 * 47 CFR 64.1200(c)(1), uses the called party's local time). A number whose zone is not known has the business's.
 */
export function quietUntil(
  settings: QuietSettings,
  { purpose, phone }: QuietText,
  now: number,
): number | undefined {
  return untilWithMargin(rulesFor(settings, purpose), zonesFor(settings, phone), now);
}

/** When quiet hours of campaigns end in the business's zone; until then no number needs to be checked. */
export function businessQuietUntil(settings: QuietSettings, now: number): number | undefined {
  return untilWithMargin(rulesFor(settings, "campaign"), [settings.timeZone], now);
}

/** Seconds until quiet hours begin for a text to this number: 0 during them, undefined when it is sent at any hour. */
export function secondsUntilQuiet(
  settings: QuietSettings,
  { purpose, phone }: QuietText,
  now: number,
): number | undefined {
  const rules = rulesFor(settings, purpose);
  if (!rules) return undefined;
  const starts = zonesFor(settings, phone).map((zone) => quietFromIn(zone, rules, now));
  return Math.max(0, Math.floor((Math.min(...starts) - now) / 1000));
}

function zonesFor({ timeZone }: QuietSettings, phone: string): string[] {
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

function cached(key: string, compute: () => number | undefined): number | undefined {
  if (cache.size > 1_000) cache.clear();
  return cache.getOrInsertComputed(key, compute);
}

/** When the quiet hours of this moment end. */
function quietUntilIn(zone: string, rules: Rules, at: number): number | undefined {
  return cached(keyOf("until", zone, rules, at), () => computeQuietUntil(zone, rules, at));
}

function computeQuietUntil(zone: string, rules: Rules, at: number): number | undefined {
  const local = toLocal(zone, at);
  const minute = local.hour * 60 + local.minute;
  const { start, end, sunday, skipsHolidays } = rules;
  const isSunday = local.dayOfWeek === SUNDAY;
  const tomorrow = local.add({ days: 1 });
  if (isSunday && sunday === undefined) return timeOn(tomorrow, 0);
  if (skipsHolidays && isHoliday(local.toPlainDate().toString())) return timeOn(tomorrow, 0);
  if (isSunday && sunday !== undefined && minute < sunday) return timeOn(local, sunday);
  if (start > end && minute >= start) return timeOn(tomorrow, end);
  return minute < end && (start > end || minute >= start) ? timeOn(local, end) : undefined;
}

/** When the next quiet hours begin: now during them, Infinity when they don't within a day. */
function quietFromIn(zone: string, rules: Rules, at: number): number {
  if (quietUntilIn(zone, rules, at) !== undefined) return at;
  const from = cached(keyOf("from", zone, rules, at), () => {
    const today = toLocal(zone, at);
    const starts = [today, today.add({ days: 1 })].flatMap((day) => [
      timeOn(day, 0),
      timeOn(day, rules.start),
    ]);
    return Math.min(
      ...starts.filter((start) => start > at && quietUntilIn(zone, rules, start) !== undefined),
    );
  });
  return from ?? at;
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

function keyOf(kind: string, zone: string, { key }: Rules, at: number): string {
  return `${kind} ${zone} ${key} ${Math.floor(at / MINUTE_MS)}`;
}
