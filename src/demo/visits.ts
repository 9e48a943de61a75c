import {
  addDays,
  addMinutes,
  clockOf,
  minutesBetween,
  type WallTime,
} from "#src/shared/wall-time.ts";

interface Worker {
  readonly name: string;
  readonly from?: string;
  readonly to?: string;
  /** Services with their duration in minutes. */
  readonly services: readonly (readonly [string, number])[];
  /** Days off; 0 is Sunday. */
  readonly off: readonly number[];
}

export const WORKERS: readonly Worker[] = [
  {
    name: "Elena Sato",
    services: [
      ["Hydrating Facial", 60],
      ["Dermaplaning", 45],
      ["Chemical Peel, Level 2", 90],
      ["Microneedling", 75],
    ],
    off: [],
  },
  {
    name: "Jo Carver",
    from: "10:00",
    to: "18:00",
    services: [
      ["Balayage", 150],
      ["Gloss & Blowout", 60],
      ["Root Touch-up", 90],
    ],
    off: [3],
  },
  {
    name: "Priya Bell",
    to: "15:00",
    services: [
      ["Brow Shaping", 30],
      ["Lash Lift & Tint", 75],
      ["Brow Lamination", 30],
      ["Classic Lash Fill", 60],
    ],
    off: [6],
  },
  {
    name: "Tomas Cruz",
    services: [
      ["Cut & Style", 45],
      ["Cut & Style", 60],
      ["Fringe & Trim", 45],
    ],
    off: [],
  },
];

/** The hours of workers without their own. */
export const OPENS = "09:00";
export const CLOSES = "17:00";
/** Minutes to clean up after a visit, at most. */
const LONGEST_BUFFER = 10;
/** Minutes between two appointments, in turn. */
const PAUSES = [15, 30, 0, 45, 15, 60, 30];
/** Two months, so that reports can compare a month with the one before. */
export const DAYS_BEFORE = 62;
const DAYS_AHEAD = 16;

/** Times that the demo's texts and calls offer or ask for, so nothing else is booked then. 0 is Sunday. */
const OFFERED = [
  { worker: 0, weekday: 2, from: "14:30", to: "16:15" },
  { worker: 0, weekday: 3, from: "15:30", to: "17:00" },
  { worker: 0, weekday: 6, from: "10:00", to: "11:15" },
  { worker: 1, weekday: 5, from: "16:00", to: "17:30" },
  { worker: 3, weekday: 4, from: "11:00", to: "12:00" },
];

/** A client's two visits of the same kind, so that a request to delete one needs a person. Includes the cleaning. */
const SAME_TWICE = { from: "10:00", to: "10:55" };

/** Days after the current one, of which none is a Sunday. */
export function daysOfSameTwice(today: string): [number, number] {
  const first = weekdayOf(addDays(today, 3)) === 0 ? 4 : 3;
  return [first, first + 7];
}

/** Returns the times that no other visit of the worker takes, today or later. */
export function timesKept(today: string, days: number, worker: number): readonly Span[] {
  if (days < 0) return [];
  const weekday = weekdayOf(addDays(today, days));
  const offered = OFFERED.filter((one) => one.worker === worker && one.weekday === weekday);
  const isTwice = worker === 0 && daysOfSameTwice(today).includes(days);
  return isTwice ? [SAME_TWICE, ...offered] : offered;
}

interface Span {
  readonly from: string;
  readonly to: string;
}

interface Visit {
  /** The index of the worker. */
  readonly worker: number;
  /** Days after the current one. */
  readonly days: number;
  readonly startsAt: WallTime;
  readonly durationMinutes: number;
  readonly service: string;
}

/** Returns the visits of two months and the next days, one worker after the other. */
export function planVisits(today: string): Visit[] {
  const visits: Visit[] = [];
  WORKERS.forEach(({ from = OPENS, to = CLOSES, services, off }, worker) => {
    for (let days = -DAYS_BEFORE; days <= DAYS_AHEAD; days += 1) {
      const day = addDays(today, days);
      const weekday = weekdayOf(day);
      const kept = timesKept(today, days, worker);
      // Closed on Sundays, except on the current day, so that the demo opens on a full day.
      if (days !== 0 && (weekday === 0 || off.includes(weekday))) continue;
      let startsAt = addMinutes(`${day}T${from}:00`, ((worker + days + DAYS_BEFORE) % 3) * 15);
      // Later days have fewer appointments.
      const count = days > 6 ? 2 : 6;
      for (let n = 0; n < count; n += 1) {
        const [service, durationMinutes] = services[(n + days + DAYS_BEFORE) % services.length] ?? [
          "Manual Entry",
          60,
        ];
        for (const time of kept)
          if (overlaps(startsAt, durationMinutes, time)) startsAt = `${day}T${time.to}:00`;
        if (minutesBetween(startsAt, `${day}T${to}:00`) < durationMinutes) break;
        const pause = PAUSES[visits.length % PAUSES.length] ?? 0;
        visits.push({ worker, days, startsAt, durationMinutes, service });
        startsAt = addMinutes(startsAt, durationMinutes + pause);
      }
    }
  });
  return visits;
}

function weekdayOf(day: string): number {
  return new Date(`${day}T12:00:00Z`).getUTCDay();
}

/** With a break before the offered time. */
function overlaps(startsAt: WallTime, minutes: number, { from, to }: Span) {
  const end = addMinutes(startsAt, minutes + LONGEST_BUFFER);
  return clockOf(startsAt) < to && clockOf(end) > from;
}
