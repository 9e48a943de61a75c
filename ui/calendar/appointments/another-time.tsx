import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { UseFormReturn } from "react-hook-form";
import { appointments } from "#src/calendar/appointments/contract.ts";
import { availability, MAX_AVAILABILITY_DAYS } from "#src/calendar/availability/contract.ts";
import type { Employee } from "#src/calendar/employees/contract.ts";
import { waitlist } from "#src/calendar/waitlist/contract.ts";
import { formatClock } from "#src/shared/clock-time.ts";
import { firstNameOf } from "#src/shared/names.ts";
import { mayOpen } from "#src/shared/permissions.ts";
import { addDays, dayOf } from "#src/shared/wall-time.ts";
import { useApi } from "#ui/api.ts";
import { formatDay } from "#ui/calendar/booking/format.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Button } from "#ui/kit/button.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { useDebounced } from "#ui/shell/data/debounce.ts";
import { read } from "#ui/shell/data/read.ts";
import { usualEnd } from "./days.ts";
import { bodyOf, errorsOf, type FormValues } from "./form-values.ts";
import { TimeInputs } from "./visit-fields.tsx";

interface AnotherTimeProps {
  form: UseFormReturn<FormValues>;
  employees: readonly Employee[];
  asked: { readonly services?: string; readonly minutes?: number; readonly appointmentId?: number };
  /** Whether the time is not free, which the dialog says next to its button. */
  isTaken: boolean;
  onConflict: (conflict: string | undefined) => void;
  /** A changed time clears the server's refusal. */
  onChange: () => void;
  lengthFor: (employeeId: string) => number;
  onChoose: (slot: Slot) => void;
}

/** A typed day and time, what is in its way, and the nearest free choices. */
export function AnotherTime(props: AnotherTimeProps) {
  const { form, employees, asked, isTaken, onConflict, onChange, lengthFor } = props;
  const api = useApi();
  const values = form.watch();
  const request = useDebounced(JSON.stringify(requestOf(values, asked.appointmentId)));
  const { data: found } = useQuery({
    queryKey: [appointments.previewRepeat.path, request],
    queryFn: () => api(appointments.previewRepeat, { body: JSON.parse(request) }),
    enabled: request !== "null",
    gcTime: 60_000,
    meta: { reads: ["appointments", "waitlist", "time-off", "hours", "services"] },
  });
  const inTheWay = (request !== "null" && found?.visits[0]?.conflict) || undefined;
  useEffect(() => onConflict(inTheWay), [inTheWay, onConflict]);

  const { employeeId: _, ...anyone } = { employeeId: undefined, ...asked };
  const free = useQuery({
    ...read(api, availability.slots, {
      query: { ...anyone, from: values.date, to: values.date },
    }),
    enabled: isTaken && values.date !== "",
  });

  const instead = isTaken ? nearest(free.data?.slots ?? [], values) : [];
  return (
    <>
      <TimeInputs
        form={form}
        endFor={(startTime) => usualEnd(values.date, startTime, lengthFor(values.employeeId))}
        onChange={onChange}
      />
      {instead.length > 0 && (
        <div className="flex flex-wrap items-center gap-2">
          <span className="sm dim">Free instead:</span>
          {instead.map(({ start, employeeId }) => (
            <Button
              key={`${start} ${employeeId}`}
              onClick={() => props.onChoose({ start, employeeId })}
            >
              {formatClock(start)} with {nameOf(employees, employeeId)}
            </Button>
          ))}
        </div>
      )}
    </>
  );
}

interface Slot {
  readonly start: string;
  readonly employeeId: number;
}

/** The next free time with the same employee, or the last before it, and the same time with someone else. */
function nearest(slots: readonly Slot[], { date, startTime, employeeId }: FormValues): Slot[] {
  const start = `${date}T${startTime}:00`;
  const own = slots.filter((slot) => String(slot.employeeId) === employeeId);
  const sameEmployee = own.find((slot) => slot.start > start) ?? own.at(-1);
  const sameTime = slots.find(
    (slot) => slot.start === start && String(slot.employeeId) !== employeeId,
  );
  return [sameEmployee, sameTime].filter((slot) => slot !== undefined);
}

function nameOf(employees: readonly Employee[], id: number): string {
  return firstNameOf(employees.find((one) => one.id === id)?.name ?? "");
}

/** Null while something is missing that the check needs. */
function requestOf(values: FormValues, appointmentId: number | undefined) {
  const { clientName: _, ...errors } = errorsOf(values);
  if (Object.values(errors).some((one) => one !== undefined)) return null;
  const { clientName, phoneNumber, ...visit } = bodyOf(values);
  return { ...visit, appointmentId };
}

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
  /** Which free times fit, where others are free. */
  fits: ((start: string) => boolean) | undefined;
  contactId: number | undefined;
  onDay: (day: string) => void;
  onClose: () => void;
}

/** Offered when a day or week is full, or none of its times fits: the next free day, and the waitlist. */
export function NothingFree(props: NothingFreeProps) {
  const { asked, day, text, fits, contactId, onDay, onClose } = props;
  const { services, employeeId = null } = asked;
  const { user } = useCurrentUser();
  const wait = useAct(waitlist.add, { done: "Added to the waitlist", onDone: onClose });
  const query = { ...asked, from: day, to: addDays(day, MAX_AVAILABILITY_DAYS - 1) };
  const { data } = useQuery(read(useApi(), availability.slots, { query }));
  const next = data?.slots.find(({ start }) => dayOf(start) > day && (fits?.(start) ?? true));
  return (
    <div className="flex flex-wrap gap-2 rounded-lg border border-line bg-raised p-4" role="status">
      <p className="basis-full pb-1 font-label">
        {data && !next && !fits ? "Nothing is free in the next two months." : text}
      </p>
      {next && (
        <Button onClick={() => onDay(dayOf(next.start))}>
          Next {fits ? "that fits" : "free"}: {formatDay(dayOf(next.start))}
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
