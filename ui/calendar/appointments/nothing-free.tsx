import { useQuery } from "@tanstack/react-query";
import CalendarDays from "lucide-react/icons/calendar-days";
import Hourglass from "lucide-react/icons/hourglass";
import UsersRound from "lucide-react/icons/users-round";
import { useEffect, useEffectEvent } from "react";
import {
  availability,
  type FreeTime,
  MAX_AVAILABILITY_DAYS,
} from "#src/calendar/availability/contract.ts";
import { waitlist } from "#src/calendar/waitlist/contract.ts";
import { formatClock } from "#src/shared/clock-time.ts";
import { mayOpen } from "#src/shared/permissions.ts";
import { addDays, dayOf } from "#src/shared/wall-time.ts";
import { useApi } from "#ui/api.ts";
import { formatDay } from "#ui/calendar/booking/format.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Button } from "#ui/kit/button.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { read } from "#ui/shell/data/read.ts";
import type { Asked } from "./another-time.tsx";

/** How long a client waits. */
const WAIT_DAYS = 28;

interface WaitOptions {
  readonly asked: Asked;
  /** Only a contact can wait; undefined also for one who is on the waitlist already. */
  readonly contactId: number | undefined;
  readonly onClose: () => void;
}

/** Puts the client on the waitlist; undefined if that isn't possible. */
export function useWait({ asked, contactId, onClose }: WaitOptions) {
  const { services, employeeId = null } = asked;
  const { user } = useCurrentUser();
  const { run, isPending } = useAct(waitlist.add, {
    done: "Added to the waitlist",
    onDone: onClose,
  });
  const mayWait = user !== null && mayOpen(user, "/waitlist");
  if (contactId === undefined || services === undefined || !mayWait) return undefined;
  return {
    isPending,
    add: (from: string) =>
      run({
        body: {
          ...{ contactId, employeeId, from, to: addDays(from, WAIT_DAYS) },
          services: services.split(",").map(Number),
        },
      }),
  };
}

interface NothingFreeProps {
  asked: Asked;
  day: string;
  /** Why there are none. */
  title: string;
  /** Which free times fit, where others are free. */
  fits?: ((start: string) => boolean) | undefined;
  /** Who can be put on the waitlist. */
  waits: string | undefined;
  nameOf: (employeeId: number) => string;
  /** Whether the visit may be with someone else. */
  hasOthers: boolean;
  onChoose: (slot: FreeTime) => void;
  /** Called with the day while it is in sight, and with undefined after. */
  onFull: ((day: string | undefined) => void) | undefined;
}

/** When a day or week is full, or none of its times fits: the next free time, and that of another employee. */
export function NothingFree(props: NothingFreeProps) {
  const { asked, day, title, fits = () => true, waits, nameOf, hasOthers, onChoose } = props;
  const span = { from: day, to: addDays(day, MAX_AVAILABILITY_DAYS - 1) };
  const { employeeId: wish, ...anyone } = { employeeId: undefined, ...asked };
  const api = useApi();
  const own = useQuery(read(api, availability.slots, { query: { ...asked, ...span } }));
  const others = useQuery({
    ...read(api, availability.slots, { query: { ...anyone, ...span } }),
    enabled: hasOthers,
  });
  const next = own.data?.slots.find(({ start }) => dayOf(start) > day && fits(start));
  const other =
    own.data &&
    others.data?.slots.find(
      ({ start, employeeId, parts }) =>
        !parts && employeeId !== (wish ?? next?.employeeId) && fits(start),
    );
  const tell = useEffectEvent((full: string | undefined) => props.onFull?.(full));
  useEffect(() => {
    tell(day);
    return () => tell(undefined);
  }, [day]);
  const isLong = own.data && !next && !props.fits;
  return (
    <div className="rounded-lg border border-line bg-raised">
      <div className="flex gap-3 p-4" role="status">
        <span className="glyph">
          <Icon of={Hourglass} />
        </span>
        <div className="min-w-0 flex-1">
          <h3 className="h3">{isLong ? "Nothing is free in the next two months" : title}</h3>
          <p className="sm dim text-pretty">
            {waits
              ? `Add ${waits} to the waitlist, and we'll text them when a time opens up.`
              : "Choose another day or employee, or another time."}
          </p>
        </div>
      </div>
      {[next, other].map(
        (slot, at) =>
          slot && (
            <div
              key={`${slot.start} ${slot.employeeId}`}
              className="num flex min-h-13 items-center gap-3 border-t border-line py-2 pr-2 pl-4"
            >
              <Icon of={at === 0 ? CalendarDays : UsersRound} className="faint" />
              <p className="min-w-0 flex-1">
                <span className="block font-label">{whenOf(slot)}</span>
                <span className="sm faint">
                  {slot.parts
                    ? "The next free time"
                    : `${nameOf(slot.employeeId)}'s next free time`}
                </span>
              </p>
              <Button
                aria-label={`Choose ${whenOf(slot)}${slot.parts ? "" : ` with ${nameOf(slot.employeeId)}`}`}
                onClick={() => onChoose(slot)}
              >
                Choose
              </Button>
            </div>
          ),
      )}
    </div>
  );
}

/** "Wed, Dec 2 at 9:00 AM" */
function whenOf({ start }: FreeTime): string {
  return `${formatDay(dayOf(start))} at ${formatClock(start)}`;
}

/** "Tomas is full today", "No one is working on Wed, Dec 2" or "Closed now" */
export function describeNone(
  why: string | undefined,
  when: string,
  name: string | undefined,
): string {
  if (why === "Closed") return `Closed ${when}`;
  if (name !== undefined) return `${name} is ${why === "Off" ? "off" : "full"} ${when}`;
  return `No one is ${why === "Off" ? "working" : "free"} ${when}`;
}

export function describeNoneNow({ services, minutes }: Asked): string {
  return services !== undefined
    ? `No one is free for ${services.includes(",") ? "these services" : "this service"} now.`
    : `No one is free for ${minutes} minutes now. Try fewer minutes.`;
}
