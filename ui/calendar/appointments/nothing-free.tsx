import { useQuery } from "@tanstack/react-query";
import { availability, MAX_AVAILABILITY_DAYS } from "#src/calendar/availability/contract.ts";
import { waitlist } from "#src/calendar/waitlist/contract.ts";
import { mayOpen } from "#src/shared/permissions.ts";
import { addDays, dayOf } from "#src/shared/wall-time.ts";
import { useApi } from "#ui/api.ts";
import { formatDay } from "#ui/calendar/booking/format.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Button } from "#ui/kit/button.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { read } from "#ui/shell/data/read.ts";

/** How long a client waits. */
const WAIT_DAYS = 28;

/** What free times are searched for. */
export interface Asked {
  /** The visit that moves, instead of services. */
  readonly appointmentId?: number;
  /** Such as "1,5,9". */
  readonly services?: string;
  readonly minutes?: number;
  readonly employeeId?: number;
}

interface NothingFreeProps {
  asked: Asked;
  day: string;
  /** Why there are none. */
  text: string;
  contactId: number | undefined;
  onDay: (day: string) => void;
  onClose: () => void;
}

/** Offered when a day or week is full: the next free day, and the waitlist. */
export function NothingFree(props: NothingFreeProps) {
  const { asked, day, text, contactId, onDay, onClose } = props;
  const { services, employeeId = null } = asked;
  const { user } = useCurrentUser();
  const wait = useAct(waitlist.add, { done: "Added to the waitlist", onDone: onClose });
  const query = { ...asked, from: day, to: addDays(day, MAX_AVAILABILITY_DAYS - 1) };
  const { data } = useQuery(read(useApi(), availability.slots, { query }));
  const next = data?.slots.find(({ start }) => dayOf(start) > day);
  return (
    <div className="grid justify-items-start gap-2" role="status">
      <p className="dim">{data && !next ? "Nothing is free in the next two months." : text}</p>
      {next && (
        <Button onClick={() => onDay(dayOf(next.start))}>
          Next free: {formatDay(dayOf(next.start))}
        </Button>
      )}
      {contactId !== undefined && services !== undefined && user && mayOpen(user, "/waitlist") && (
        <Button
          busy={wait.isPending && "Adding..."}
          onClick={() =>
            wait.run({
              body: {
                ...{ contactId, employeeId, from: day, to: addDays(day, WAIT_DAYS) },
                services: services.split(",").map(Number),
              },
            })
          }
        >
          Add to Waitlist
        </Button>
      )}
    </div>
  );
}
