import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { NewWaiting } from "#src/calendar/online-booking/contract.ts";
import { formatClock } from "#src/shared/clock-time.ts";
import { addDays } from "#src/shared/wall-time.ts";
import { WEEKDAYS, type Weekday, weekdayOf } from "#src/shared/working-hours.ts";
import { useApi } from "#ui/api.ts";
import {
  ANY_TIME,
  TimePreferenceFields,
  toTimes,
} from "#ui/calendar/waitlist/time-preference-fields.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Field } from "#ui/kit/field.tsx";
import { Form, SubmitButton } from "#ui/kit/form.tsx";
import { Input } from "#ui/kit/input.tsx";
import { type ChosenVisit, idsOf } from "./chosen-visit.ts";
import { EmployeeChoice } from "./employee-choice.tsx";
import { keepTogether } from "./format.ts";
import { type SlotsOf, slotsQuery } from "./queries.ts";

/** How long a client waits, unless they choose another last day. */
const DAYS = 28;

export type WaitlistPreferences = Omit<NewWaiting, "name">;

interface PreferencesStepProps {
  visit: ChosenVisit;
  employeeId: number | undefined;
  terms: {
    readonly today: string;
    readonly lastDay: string;
    readonly waitlistConsent: string;
  };
  onDone: (preferences: WaitlistPreferences) => void;
  onClose: () => void;
}

/** The waitlist form for a client who found no time. */
export function PreferencesStep(props: PreferencesStepProps) {
  const { visit, terms, onDone, onClose } = props;
  const { today, lastDay } = terms;
  const [employeeId, setEmployeeId] = useState(props.employeeId);
  const [times, setTimes] = useState(ANY_TIME);
  const [to, setTo] = useState([addDays(today, DAYS), lastDay].toSorted()[0] ?? lastDay);
  const closed = useClosedWeekdays({ services: idsOf(visit).join(), employeeId }, today);
  const [errors, setErrors] = useState<{ to?: string; timeTo?: string }>({});

  return (
    <Form
      className="grid gap-5"
      onSubmit={() => {
        const { timeFrom, timeTo } = times;
        const isBackwards = timeFrom !== "" && timeTo !== "" && timeTo <= timeFrom;
        const isOutside = to < today || to > lastDay;
        setErrors({
          ...(isBackwards && {
            timeTo: keepTogether(`Choose a time after ${formatClock(timeFrom)}`),
          }),
          ...(isOutside && { to: "Choose a day that can be booked" }),
        });
        if (isBackwards || isOutside) return;
        onDone({
          services: idsOf(visit),
          employeeId: employeeId ?? null,
          from: today,
          to,
          ...toTimes(times),
        });
      }}
    >
      <p className="sm dim">{terms.waitlistConsent}</p>
      <EmployeeChoice
        employees={visit.employees}
        employeeId={employeeId}
        onChoose={setEmployeeId}
      />
      <TimePreferenceFields
        value={times}
        onValueChange={setTimes}
        timeToError={errors.timeTo}
        closed={closed}
      />
      <Field label="Until" error={errors.to}>
        <Input type="date" value={to} min={today} max={lastDay} onValueChange={setTo} />
      </Field>
      <div className="grid gap-2">
        <SubmitButton>Continue</SubmitButton>
        <Button variant="quiet" fill onClick={onClose}>
          Back to Times
        </Button>
      </div>
    </Form>
  );
}

/** The weekdays on which the salon is closed in each of the coming weeks. */
function useClosedWeekdays(of: SlotsOf, today: string): readonly Weekday[] {
  const days = { from: today, to: addDays(today, DAYS - 1) };
  const { data } = useQuery(slotsQuery(useApi(), of, days));
  const closedDays = Map.groupBy(data?.closedDays ?? [], weekdayOf);
  return WEEKDAYS.filter((weekday) => closedDays.get(weekday)?.length === DAYS / 7);
}
