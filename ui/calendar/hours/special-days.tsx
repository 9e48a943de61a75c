import CalendarX from "lucide-react/icons/calendar-x";
import Plus from "lucide-react/icons/plus";
import Trash2 from "lucide-react/icons/trash-2";
import { useState } from "react";
import { type BusinessHours, hours } from "#src/calendar/hours/contract.ts";
import { toEnd } from "#src/shared/clock-time.ts";
import { upcomingHolidays } from "#src/shared/us-holidays.ts";
import type { Interval } from "#src/shared/working-hours.ts";
import { Button } from "#ui/kit/button.tsx";
import { Card, CardBody, CardHead } from "#ui/kit/card.tsx";
import { Checkbox } from "#ui/kit/checkbox.tsx";
import { Field } from "#ui/kit/field.tsx";
import { Form } from "#ui/kit/form.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { Input } from "#ui/kit/input.tsx";
import { Segmented } from "#ui/kit/segmented.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { DateInput } from "#ui/shell/fields/date-input.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { dayAt, formatFullDay } from "#ui/shell/format/dates.ts";
import { savedMessage } from "./affected-visits.tsx";
import { formatInterval } from "./format-span.ts";
import { IntervalFields } from "./week-form.tsx";

type ClosedDay = BusinessHours["closedDays"][number];

/** Holidays, and other days when the business is closed or open for other hours. Each change is saved at once. */
export function SpecialDays({ saved }: { saved: readonly ClosedDay[] }) {
  const { now, timeZone } = useBusinessTime();
  const today = dayAt(now, timeZone);
  const save = useAct(hours.saveBusiness, { errors: "Couldn't save the special days" });
  const put = (closedDays: readonly ClosedDay[], done: string, onDone?: () => void) =>
    save.run(
      { body: { closedDays: [...closedDays] } },
      { done: (saved) => savedMessage(done, saved), onDone },
    );
  const known = new Set(saved.map(({ date }) => date));
  const missing = upcomingHolidays(today)
    .filter(({ date }) => !known.has(date))
    .map((holiday) => ({ ...holiday, yearly: false }));
  const current = saved.filter(({ date, yearly }) => yearly || date >= today);

  return (
    <Card id="special-days" aria-label="Special Days">
      <CardHead title="Special Days">
        <Button
          size="tiny"
          disabled={missing.length === 0 || save.isPending}
          onClick={() => put([...saved, ...missing], "Holidays added")}
        >
          Add US Holidays
        </Button>
      </CardHead>
      {current.length === 0 && (
        <p className="dim sm px-4 pt-4">No holidays or other special days yet.</p>
      )}
      <ul>
        {current.map((one) => (
          <li
            key={`${one.date} ${one.name}`}
            className="flex items-center gap-2 min-w-0 border-line border-b px-4 py-2"
          >
            <Icon of={CalendarX} />
            <span className="flex-1 min-w-0">
              <span className="h3 block">{one.name || formatFullDay(one.date)}</span>
              <span className="sm dim num">
                {[
                  one.name && formatFullDay(one.date),
                  one.yearly && "every year",
                  one.open?.map(formatInterval).join(" and ") ?? "closed",
                ]
                  .filter(Boolean)
                  .join(", ")}
              </span>
            </span>
            <IconButton
              icon={Trash2}
              label={`Remove ${one.name || formatFullDay(one.date)}`}
              disabled={save.isPending}
              onClick={() =>
                put(
                  saved.filter((other) => other !== one),
                  "Special day removed",
                )
              }
            />
          </li>
        ))}
      </ul>
      <CardBody>
        <NewSpecialDay
          isBusy={save.isPending}
          onAdd={(one, onDone) => put([...saved, one], "Special day added", onDone)}
        />
      </CardBody>
    </Card>
  );
}

interface NewSpecialDayProps {
  isBusy: boolean;
  onAdd: (day: ClosedDay, onDone: () => void) => void;
}

const SHORT_DAY: Interval = { start: "09:00", end: "13:00" };

function NewSpecialDay({ isBusy, onAdd }: NewSpecialDayProps) {
  const [date, setDate] = useState("");
  const [name, setName] = useState("");
  const [yearly, setYearly] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [hours, setHours] = useState(SHORT_DAY);
  const isInOrder = hours.start < toEnd(hours.end);
  const isComplete = date !== "" && (!isOpen || (hours.start !== "" && isInOrder));
  return (
    <Form
      className="grid gap-3"
      onSubmit={() => {
        if (!isComplete || isBusy) return;
        onAdd({ date, name: name.trim(), yearly, ...(isOpen && { open: [hours] }) }, () => {
          setDate("");
          setName("");
          setYearly(false);
          setOpen(false);
          setHours(SHORT_DAY);
        });
      }}
    >
      <div className="grid grid-cols-2 gap-3 phone:grid-cols-1">
        <Field label="Date">
          <DateInput value={date} onValueChange={setDate} />
        </Field>
        <Field label="Name (optional)">
          <Input value={name} maxLength={80} onValueChange={setName} />
        </Field>
      </div>
      <div className="flex flex-wrap items-center gap-3 min-w-0">
        <Segmented
          label="On this day"
          value={isOpen ? "open" : "closed"}
          onValueChange={(value) => setOpen(value === "open")}
          options={[
            { value: "closed", label: "Closed all day" },
            { value: "open", label: "Other hours" },
          ]}
        />
        {isOpen && <IntervalFields label="On this day" interval={hours} onChange={setHours} />}
        {isOpen && hours.end !== "" && !isInOrder && (
          <p className="err" role="alert">
            End time must be after start time.
          </p>
        )}
      </div>
      <div className="flex items-center gap-2 min-w-0 flex-wrap">
        <Checkbox checked={yearly} onChange={() => setYearly(!yearly)}>
          Every year
        </Checkbox>
        <span className="flex-1 min-w-0" />
        <Button type="submit" icon={Plus} disabled={!isComplete} busy={isBusy && "Saving..."}>
          Add Day
        </Button>
      </div>
    </Form>
  );
}
