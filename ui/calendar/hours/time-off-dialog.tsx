import { useQuery } from "@tanstack/react-query";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useState } from "react";
import type { Employee } from "#src/calendar/employees/contract.ts";
import { type NewTimeOff, timeOff } from "#src/calendar/time-off/contract.ts";
import { formatCount } from "#src/shared/format-count.ts";
import { addDays } from "#src/shared/wall-time.ts";
import { useApi } from "#ui/api.ts";
import { Checkbox } from "#ui/kit/checkbox.tsx";
import { classes } from "#ui/kit/classes.ts";
import { Field } from "#ui/kit/field.tsx";
import { FormDialog } from "#ui/kit/form-dialog.tsx";
import { Input } from "#ui/kit/input.tsx";
import { Note } from "#ui/kit/notice.tsx";
import { Segmented } from "#ui/kit/segmented.tsx";
import { Select } from "#ui/kit/select.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { DateInput, TimeInput } from "#ui/shell/fields/date-input.tsx";
import { AffectedVisits } from "./affected-visits.tsx";
import { affectedQuery } from "./queries.ts";

const EVERYONE = "everyone";
const KINDS = [
  { value: "time-off", label: "Time Off" },
  { value: "block", label: "Block" },
] as const;

interface TimeOffDialogProps {
  employees: readonly Employee[];
  /** Filled in where the dialog opens from a place on the calendar. */
  employeeId?: number | undefined;
  date?: string | undefined;
  /** Times such as "12:00" of a block; either may be empty. */
  times?: { readonly from: string; readonly to: string } | undefined;
  onClose: () => void;
}

/** Whole days or hours. Appointments in that time are listed after saving, until each is decided. */
export function TimeOffDialog(props: TimeOffDialogProps) {
  const { employees, employeeId, date = "", times, onClose } = props;
  const [who, setWho] = useState(String(employeeId ?? employees[0]?.id ?? EVERYONE));
  const [kind, setKind] = useState<NewTimeOff["kind"]>(times ? "block" : "time-off");
  const [isAllDay, setAllDay] = useState(!times);
  const [from, setFrom] = useState({ date, clock: times?.from || "12:00" });
  const [to, setTo] = useState({ date, clock: times?.to || "13:00" });
  const [reason, setReason] = useState("");
  const save = useAct(timeOff.create, {
    done: ({ kind }) => (kind === "block" ? "Time blocked" : "Time off added"),
    errors: kind === "block" ? "Couldn't block the time" : "Couldn't add the time off",
    onDone: ({ affected }) => affected.length === 0 && onClose(),
  });
  const affected = save.reply?.affected ?? [];
  const { data: undecided = [] } = useQuery({
    ...affectedQuery(useApi()),
    enabled: affected.length > 0,
  });
  const visits = undecided.filter(({ id }) => affected.some((one) => one.id === id));
  const title = kind === "block" ? "Block Time" : "Add Time Off";
  const last = to.date || from.date;
  const endsAtMidnight = isAllDay || (to.clock === "00:00" && last === from.date);

  return (
    <FormDialog
      title={title}
      action={affected.length > 0 ? "Done" : title}
      cancel={affected.length > 0 ? "Close" : undefined}
      isSaved={affected.length > 0}
      busy={save.isPending && "Saving..."}
      onClose={onClose}
      onSubmit={() => {
        if (affected.length > 0) return onClose();
        if (from.date === "") return;
        save.run({
          body: {
            employeeId: who === EVERYONE ? null : Number(who),
            kind,
            reason: reason.trim(),
            start: `${from.date}T${isAllDay ? "00:00" : from.clock}`,
            end: endsAtMidnight ? `${addDays(last, 1)}T00:00` : `${last}T${to.clock}`,
          },
        });
      }}
    >
      {affected.length > 0 ? (
        <>
          {visits.length > 0 ? (
            <Note tone="wait" icon={TriangleAlert} role="status">
              {formatCount(visits.length, "appointment is", "appointments are")} in this time. We
              won't remind the clients until you decide.
            </Note>
          ) : (
            <p role="status">No visits left to decide.</p>
          )}
          <AffectedVisits visits={visits} />
        </>
      ) : (
        <>
          <Segmented label="Kind" value={kind} onValueChange={setKind} options={KINDS} />
          <Field label="For">
            <Select
              value={who}
              onValueChange={setWho}
              options={[
                ...employees.map(({ id, name }) => ({ value: String(id), label: name })),
                { value: EVERYONE, label: "The whole salon" },
              ]}
            />
          </Field>
          <Checkbox checked={isAllDay} onChange={() => setAllDay(!isAllDay)}>
            All day
          </Checkbox>
          <div className={isAllDay ? "grid grid-cols-2 gap-3" : "grid gap-4"}>
            <Moment label="From" value={from} hasClock={!isAllDay} onChange={setFrom} />
            <Moment
              label="To"
              value={{ ...to, date: last }}
              hasClock={!isAllDay}
              error={save.fieldErrors["end"]}
              onChange={setTo}
            />
          </div>
          <Field label="Reason (optional)" hint="Only staff can see it.">
            <Input value={reason} maxLength={200} onValueChange={setReason} />
          </Field>
        </>
      )}
    </FormDialog>
  );
}

interface MomentProps {
  label: string;
  value: { date: string; clock: string };
  hasClock: boolean;
  error?: string | undefined;
  onChange: (value: { date: string; clock: string }) => void;
}

function Moment({ label, value, hasClock, error, onChange }: MomentProps) {
  return (
    <div className={classes("grid gap-3", hasClock && "grid-cols-2")}>
      <Field label={label} error={error}>
        <DateInput value={value.date} onValueChange={(date) => onChange({ ...value, date })} />
      </Field>
      {hasClock && (
        <Field label={`${label}: time`}>
          <TimeInput value={value.clock} onValueChange={(clock) => onChange({ ...value, clock })} />
        </Field>
      )}
    </div>
  );
}
