import CalendarOff from "lucide-react/icons/calendar-off";
import Repeat from "lucide-react/icons/repeat";
import type { Appointment } from "#src/calendar/appointments/contract.ts";
import type { TimeOff } from "#src/calendar/time-off/contract.ts";
import { formatClock } from "#src/shared/clock-time.ts";
import { Badge } from "#ui/kit/badge.tsx";
import { classes } from "#ui/kit/classes.ts";
import { EmptyState } from "#ui/kit/empty-state.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { formatPhone } from "#ui/shell/format/phone.ts";
import { mediumDay } from "./days.ts";
import { marksOf, sentMarks, type Tense, tensesIn } from "./event-marks.ts";
import { formatRepeat } from "./format-repeat.ts";
import { formatOff, type Lane } from "./layout.ts";
import { ServiceColor, useServiceColors } from "./service-color.tsx";

interface PhoneListProps {
  /** Of all employees. */
  lanes: readonly Lane[];
  chosen: number;
  now: string;
  onOpen: (appointment: Appointment) => void;
  onOpenTimeOff: (timeOff: TimeOff) => void;
}

/** One employee's week on a phone. */
export function PhoneList({ lanes, chosen, now, onOpen, onOpenTimeOff }: PhoneListProps) {
  const theirs = lanes.filter(({ employeeId }) => employeeId === chosen);
  const tenseOf = tensesIn(lanes, now);
  const colorOf = useServiceColors();
  const isEmpty = theirs.every(({ appointments }) => appointments.length === 0);
  return (
    <section className="plist" aria-label="Appointments by day">
      {isEmpty && (
        <div className="border-line border-t">
          <EmptyState level={3} title="No appointments" />
        </div>
      )}
      {theirs.map(({ key, day, appointments, off }) =>
        appointments.length + off.length === 0 ? null : (
          <div key={key}>
            <h3 className="eyebrow border-line border-t bg-hover px-4 py-2">
              {mediumDay(day, now)}
            </h3>
            {off.map((one) => (
              <button
                key={one.timeOff.id}
                type="button"
                className="flex items-center gap-2 min-w-0 w-full border-line border-t px-4 py-3 text-left"
                onClick={() => onOpenTimeOff(one.timeOff)}
              >
                <Icon of={CalendarOff} />
                <span className="clip flex-1 min-w-0">{one.label}</span>
                <span className="sm dim num">{formatOff(one)}</span>
              </button>
            ))}
            {appointments.map((appointment) => (
              <Slot
                key={appointment.id}
                appointment={appointment}
                tense={tenseOf(appointment)}
                color={colorOf(appointment)}
                onOpen={() => onOpen(appointment)}
              />
            ))}
          </div>
        ),
      )}
    </section>
  );
}

interface SlotProps {
  appointment: Appointment;
  tense: Tense;
  color: string | undefined;
  onOpen: () => void;
}

function Slot({ appointment, tense, color, onOpen }: SlotProps) {
  const marks = [...marksOf(appointment, tense), ...sentMarks(appointment)];
  const repeat = formatRepeat(appointment);
  return (
    <button
      type="button"
      className={classes("slot", tense)}
      data-status={appointment.status}
      onClick={onOpen}
    >
      <span className="num">
        <span className="tt block whitespace-nowrap">
          {formatClock(appointment.appointmentDate)}
        </span>
        <span className="xs dim block">{appointment.durationMinutes} min</span>
      </span>
      <span className="min-w-0">
        <span className="nm h3 clip block">{formatPhone(appointment.clientName)}</span>
        <span className="sm dim flex items-center min-w-0 gap-1.5">
          <ServiceColor color={color} />
          <span className="clip">{appointment.service}</span>
        </span>
        {appointment.phoneNumber && (
          <span className="sm dim num block">{formatPhone(appointment.phoneNumber)}</span>
        )}
        {repeat && (
          <span className="xs dim flex items-center min-w-0 gap-1.5">
            <Icon of={Repeat} size="s" />
            {repeat}
          </span>
        )}
      </span>
      <span className="flex flex-col gap-1 min-w-0 items-end">
        {marks.map(({ label, icon, tone }) => (
          <Badge key={label} tone={tone ?? (label === "Thanked" ? "good" : "off")} icon={icon}>
            {label}
          </Badge>
        ))}
      </span>
    </button>
  );
}
