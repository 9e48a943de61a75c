import type { SettingsValues } from "#src/platform/settings/settings.ts";
import { zonesOf } from "./area-code-zones.ts";

const MINUTE = 60_000;
const NOON = 12 * 60;
const SUNDAY = 7;

type Rules = Pick<
  SettingsValues,
  "quietHoursEnabled" | "quietHoursStart" | "quietHoursEnd" | "timeZone"
>;

/**
 * Until when a campaign's text to this number must wait (epoch ms), or undefined when it may go now.
 * Quiet means quiet for the business or in any zone of the number (TCPA 47 CFR 64.1200(c)(1) is by the
 * called party's clock); before noon on a Sunday is quiet too.
 */
export function quietUntil(rules: Rules, phone: string, now: number): number | undefined {
  if (!rules.quietHoursEnabled) return undefined;
  return latestQuiet(rules, [rules.timeZone, ...zonesOf(phone)], now);
}

/** The same for all numbers at once: while the business itself is quiet nothing needs to be looked at. */
export function businessQuietUntil(rules: Rules, now: number): number | undefined {
  return rules.quietHoursEnabled ? latestQuiet(rules, [rules.timeZone], now) : undefined;
}

/** One zone may wake into another's night: follow until all are awake. */
function latestQuiet(rules: Rules, zones: readonly string[], now: number): number | undefined {
  let until = now;
  for (let round = 0; round < 10; round += 1) {
    const later = Math.max(...zones.map((zone) => quietIn(zone, rules, until) ?? until));
    if (later === until) break;
    until = later;
  }
  return until > now ? until : undefined;
}

function quietIn(zone: string, rules: Rules, at: number): number | undefined {
  const cached = remembered(zone, rules, at);
  if (cached) return cached.until;
  const until = computeQuiet(zone, rules, at);
  remember(zone, rules, at, until);
  return until;
}

function computeQuiet(zone: string, rules: Rules, at: number): number | undefined {
  const here = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
  const minute = here.hour * 60 + here.minute;
  const start = minutesOf(rules.quietHoursStart);
  const end = minutesOf(rules.quietHoursEnd);
  const overnight = start > end;
  const quiet = overnight ? minute >= start || minute < end : minute >= start && minute < end;
  const sundayMorning = here.dayOfWeek === SUNDAY && minute < Math.max(NOON, end);
  if (!quiet && !sundayMorning) return undefined;

  const day = overnight && minute >= start ? here.add({ days: 1 }) : here;
  const opens = day.dayOfWeek === SUNDAY ? Math.max(NOON, end) : end;
  return day.startOfDay().withPlainTime({ hour: Math.floor(opens / 60), minute: opens % 60 })
    .epochMilliseconds;
}

function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return hours * 60 + minutes;
}

/** A campaign asks for the same few zones thousands of times in the same minute. */
const memory = new Map<string, { until: number | undefined }>();

function remembered(zone: string, rules: Rules, at: number) {
  return memory.get(keyOf(zone, rules, at));
}

function remember(zone: string, rules: Rules, at: number, until: number | undefined): void {
  if (memory.size > 1_000) memory.clear();
  memory.set(keyOf(zone, rules, at), { until });
}

function keyOf(zone: string, rules: Rules, at: number): string {
  return `${zone} ${rules.quietHoursStart} ${rules.quietHoursEnd} ${Math.floor(at / MINUTE)}`;
}
