import type { SettingsValues } from "#src/platform/settings/settings.ts";
import { zonesOf } from "./area-code-zones.ts";

const MINUTE = 60_000;
const NOON = 12 * 60;
const SUNDAY = 7;
/** Zones that share a time to send share it within a week; each day has at most two starts of quiet hours per zone. */
const MAX_ROUNDS = 100;

type Rules = Pick<
  SettingsValues,
  "quietHoursEnabled" | "quietHoursStart" | "quietHoursEnd" | "timeZone"
>;

/**
 * When quiet hours end for a campaign's text to this number, in epoch milliseconds; undefined when it
 * may be sent now, Infinity when the zones share no time at all. Quiet hours apply in the business's zone and in every zone of the number (TCPA,
 * 47 CFR 64.1200(c)(1), uses the called party's local time), and on Sundays until noon.
 */
export function quietUntil(rules: Rules, phone: string, now: number): number | undefined {
  if (!rules.quietHoursEnabled) return undefined;
  return quietUntilInAll(rules, [rules.timeZone, ...zonesOf(phone)], now);
}

/** When quiet hours end in the business's zone, in epoch milliseconds; until then no number needs to be checked. */
export function businessQuietUntil(rules: Rules, now: number): number | undefined {
  return rules.quietHoursEnabled ? quietUntilInAll(rules, [rules.timeZone], now) : undefined;
}

/** One zone's quiet hours may end during another's, so this continues until no zone has quiet hours. */
function quietUntilInAll(rules: Rules, zones: readonly string[], now: number): number | undefined {
  let until = now;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const later = Math.max(...zones.map((zone) => quietUntilIn(zone, rules, until) ?? until));
    if (later === until) return until > now ? until : undefined;
    until = later;
  }
  return Number.POSITIVE_INFINITY;
}

function quietUntilIn(zone: string, rules: Rules, at: number): number | undefined {
  const cached = findCached(zone, rules, at);
  if (cached) return cached.until;
  const until = computeQuietUntil(zone, rules, at);
  store(zone, rules, at, until);
  return until;
}

function computeQuietUntil(zone: string, rules: Rules, at: number): number | undefined {
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
  const minute = local.hour * 60 + local.minute;
  const start = minutesOf(rules.quietHoursStart);
  const end = minutesOf(rules.quietHoursEnd);
  const overnight = start > end;
  const quiet = overnight ? minute >= start || minute < end : minute >= start && minute < end;
  const sundayMorning = local.dayOfWeek === SUNDAY && minute < Math.max(NOON, end);
  if (!quiet && !sundayMorning) return undefined;

  const day = overnight && minute >= start ? local.add({ days: 1 }) : local;
  const opens = day.dayOfWeek === SUNDAY ? Math.max(NOON, end) : end;
  return day.startOfDay().withPlainTime({ hour: Math.floor(opens / 60), minute: opens % 60 })
    .epochMilliseconds;
}

function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return hours * 60 + minutes;
}

/** A campaign needs the same few zones thousands of times in the same minute. */
const cache = new Map<string, { until: number | undefined }>();

function findCached(zone: string, rules: Rules, at: number) {
  return cache.get(keyOf(zone, rules, at));
}

function store(zone: string, rules: Rules, at: number, until: number | undefined): void {
  if (cache.size > 1_000) cache.clear();
  cache.set(keyOf(zone, rules, at), { until });
}

function keyOf(zone: string, rules: Rules, at: number): string {
  return `${zone} ${rules.quietHoursStart} ${rules.quietHoursEnd} ${Math.floor(at / MINUTE)}`;
}
