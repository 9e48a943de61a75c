import { useQuery } from "@tanstack/react-query";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useEffect } from "react";
import type { UseFormReturn } from "react-hook-form";
import { availability, type FreeTime } from "#src/calendar/availability/contract.ts";
import { formatClock } from "#src/shared/clock-time.ts";
import { useApi } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { Note } from "#ui/kit/notice.tsx";
import { useDebounced } from "#ui/shell/data/debounce.ts";
import { read } from "#ui/shell/data/read.ts";
import { usualEnd } from "./days.ts";
import type { FormValues } from "./form-values.ts";
import { checkOf, checkQuery } from "./use-repeat-preview.ts";
import { TimeInputs } from "./visit-fields.tsx";

interface AnotherTimeProps {
  form: UseFormReturn<FormValues>;
  nameOf: (employeeId: number) => string;
  asked: Asked;
  /** Why the time is not free, a line for each reason. */
  doubt: string | undefined;
  /** What else the client has then. */
  clash: string | undefined;
  onConflict: (conflict: string | undefined) => void;
  /** A changed time clears the server's refusal. */
  onChange: () => void;
  lengthFor: (employeeId: string) => number;
  onChoose: (slot: Slot) => void;
}

/** A typed day and time, what is in its way, and the nearest free choices. */
export function AnotherTime(props: AnotherTimeProps) {
  const { form, asked, doubt, clash, onConflict, onChange, lengthFor } = props;
  const api = useApi();
  const values = form.watch();
  const check = useDebounced(checkOf(values, { appointmentId: asked.appointmentId }));
  const { data: found } = useQuery(checkQuery(api, check));
  const inTheWay = found?.visits[0]?.conflict ?? undefined;
  useEffect(() => onConflict(inTheWay), [inTheWay, onConflict]);

  const { employeeId: _, ...anyone } = { employeeId: undefined, ...asked };
  const free = useQuery({
    ...read(api, availability.slots, {
      query: { ...anyone, from: values.date, to: values.date },
    }),
    enabled: doubt !== undefined && values.date !== "",
  });

  const reasons = [...(doubt?.split("\n") ?? []), ...(clash ? [clash] : [])];
  const instead = doubt ? nearest(free.data?.slots ?? [], values) : [];
  return (
    <>
      <TimeInputs
        form={form}
        endFor={(startTime) => usualEnd(values.date, startTime, lengthFor(values.employeeId))}
        onChange={onChange}
      />
      {reasons.length > 0 && (
        <Note tone="wait" icon={TriangleAlert}>
          <div role="alert">
            <ul className="grid gap-1.5">
              {reasons.map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
          </div>
          <div className="mt-2.5 flex flex-wrap gap-2 empty:hidden">
            {instead.map((slot) => (
              <Button key={`${slot.start} ${slot.employeeId}`} onClick={() => props.onChoose(slot)}>
                {formatClock(slot.start)} with {props.nameOf(slot.employeeId)}
              </Button>
            ))}
          </div>
        </Note>
      )}
    </>
  );
}

type Slot = Pick<FreeTime, "start" | "employeeId">;

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

/** What free times are searched for. */
export interface Asked {
  /** The visit that moves, instead of services. */
  readonly appointmentId?: number;
  /** Such as "1,5,9". */
  readonly services?: string;
  readonly minutes?: number;
  readonly employeeId?: number;
}
