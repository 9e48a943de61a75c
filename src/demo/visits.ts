import { addDays, addMinutes, minutesBetween, type WallTime } from "#src/shared/wall-time.ts";

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
/** Minutes between two appointments, in turn. */
const PAUSES = [15, 30, 0, 45, 15, 60, 30];
/** Two months, so that reports can compare a month with the one before. */
export const DAYS_BEFORE = 62;
const DAYS_AHEAD = 16;

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
      const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
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
        if (minutesBetween(startsAt, `${day}T${to}:00`) < durationMinutes) break;
        const pause = PAUSES[visits.length % PAUSES.length] ?? 0;
        visits.push({ worker, days, startsAt, durationMinutes, service });
        startsAt = addMinutes(startsAt, durationMinutes + pause);
      }
    }
  });
  return visits;
}
