import type { DueText, Purpose } from "#db/messaging/messages-queue.ts";
import type { SettingsValues } from "#src/platform/settings/settings.ts";
import { MINUTE_MS } from "#src/shared/durations.ts";
import { isHoliday } from "#src/shared/us-holidays.ts";

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
  "payment",
  "missed-call",
]);

/**
 * Area codes of North America by time zone (assignments by NANPA and the CNA). A code that spans
 * several zones is listed in each, and its numbers have quiet hours when any of them does.
 */
const AREA_CODES: Readonly<Record<string, string>> = {
  "America/New_York": `201 202 203 207 212 215 216 219 220 223 227 229 234 239 240 248 252 260 267
    270 272 276 283 301 302 304 305 313 315 317 321 324 326 329 330 332 336 339 347 351 352 363 364
    380 386 401 404 407 410 412 413 419 423 434 436 440 443 445 448 463 470 472 475 478 484 502 508
    513 516 517 518 540 551 561 567 570 571 574 582 585 586 603 606 607 609 610 614 616 617 624 631
    640 645 646 656 667 678 679 680 681 686 689 703 704 706 716 717 718 724 727 728 729 732 734 740
    743 754 757 762 765 770 771 772 774 781 786 802 803 804 810 812 813 814 821 826 828 835 838 839
    843 845 848 850 854 856 857 859 860 862 863 864 865 878 904 906 908 910 912 914 917 919 929 930
    934 937 941 943 947 948 954 959 973 978 980 984 989`,
  "America/Chicago": `205 210 214 217 218 219 224 225 228 235 251 254 256 262 270 274 281 308 309
    312 314 316 318 319 320 325 327 331 334 337 346 353 361 364 402 405 409 414 417 423 430 432 447
    448 457 464 469 471 479 483 501 504 507 512 515 531 534 539 557 563 572 573 574 580 601 605 606
    608 612 615 618 620 621 629 630 636 641 651 659 660 662 682 701 708 712 713 715 726 730 731 737
    763 769 773 779 785 806 812 815 816 817 830 832 847 850 861 870 872 901 903 906 913 918 920 924
    930 931 936 938 940 945 952 956 972 975 979 985`,
  "America/Denver": `208 303 307 308 385 406 435 458 505 541 575 605 620 701 719 720 748 775 785
    801 915 970 983 986`,
  "America/Phoenix": `480 520 602 623 928`,
  "America/Los_Angeles": `206 208 209 213 253 279 310 323 341 350 360 369 408 415 424 425 442 458 503 509 510
    530 541 559 562 564 619 626 628 650 657 661 669 702 707 714 725 738 747 760 775 805 818 820 831 837 840
    858 909 916 925 949 951 971 986`,
  "America/Anchorage": "907",
  "America/Adak": "907",
  "Pacific/Honolulu": "808",
  "America/Puerto_Rico": "787 939 340",
  "Pacific/Guam": "671 670",
  "Pacific/Pago_Pago": "684",
  "America/Toronto": `226 249 263 289 343 354 365 367 382 416 418 437 438 450 468 514 519 548 579
    581 613 647 683 705 742 753 807 819 867 873 905 942`,
  "America/Winnipeg": `204 431 584 807 867`,
  "America/Regina": "306 474 639",
  "America/Edmonton": `236 250 306 368 403 474 587 639 672 778 780 825 867`,
  "America/Whitehorse": "867",
  "America/Vancouver": "236 250 257 604 672 778",
  "America/Halifax": `367 418 428 506 581 709 782 879 902`,
  "America/St_Johns": "709 879",
};

const zones = new Map<string, string[]>();

for (const [zone, codes] of Object.entries(AREA_CODES))
  for (const code of codes.split(/\s+/)) zones.set(code, [...(zones.get(code) ?? []), zone]);

function rulesFor(settings: SettingsValues, purpose: Purpose) {
  if (!settings.quietHoursEnabled || ANY_HOUR.has(purpose)) return undefined;
  const start = minutesOf(settings.quietHoursStart);
  const end = minutesOf(settings.quietHoursEnd);
  const isMarketing = purpose === "campaign" || purpose === "marketing";
  const skipsDays = isMarketing && !settings.campaignsOnSundaysAndHolidays;
  const opens = skipsDays ? MIDNIGHT : Math.max(NOON, end);
  const sunday = isMarketing ? opens : 0;
  const holiday = skipsDays && settings.country === "US";
  return { start, end, sunday, holiday, key: `${start} ${end} ${sunday} ${holiday}` };
}

/** Whether marketing may leave on a day of the business, such as "2026-11-29", at some hour. */
export function isMarketingDay(settings: SettingsValues, day: string): boolean {
  const rules = rulesFor(settings, "marketing");
  if (!rules) return true;
  const isClosed = Temporal.PlainDate.from(day).dayOfWeek === SUNDAY && rules.sunday === MIDNIGHT;
  return !isClosed && !(rules.holiday && isHoliday(day));
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

/** All zones of a North American number; empty for toll-free and unassigned codes and for other countries. */
export function zonesOf(phone: string): readonly string[] {
  return phone.startsWith("+1") ? (zones.get(phone.slice(2, 5)) ?? []) : [];
}
