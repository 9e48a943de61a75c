import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useState } from "react";
import { Note } from "#ui/kit/notice.tsx";
import { type ChosenVisit, idsOf, nameOfEmployee } from "./chosen-visit.ts";
import { EmployeeChoice } from "./employee-choice.tsx";
import type { SlotParts } from "./render-performers.ts";
import { TimePicker } from "./time-picker.tsx";

interface TimeStepProps {
  visit: ChosenVisit;
  terms: { readonly today: string; readonly lastDay: string; readonly waitlistMinutes: number };
  /** Who was chosen before; undefined for anyone. */
  employeeId: number | undefined;
  /** Why the time that was chosen before can't be booked. */
  gone: string | undefined;
  onChoose: (time: { start: string; employeeId: number | undefined; parts: SlotParts }) => void;
  /** The client chooses the waitlist, because no time fits. */
  onWait: (employeeId: number | undefined) => void;
}

/** Anyone or an employee, then a day and a time. */
export function TimeStep({ visit, terms, gone, onChoose, onWait, ...props }: TimeStepProps) {
  const [employeeId, setEmployeeId] = useState(props.employeeId);
  return (
    <div className="grid gap-5">
      {gone && (
        <Note tone="wait" icon={TriangleAlert} role="alert">
          {gone}
        </Note>
      )}
      <EmployeeChoice
        employees={visit.employees}
        employeeId={employeeId}
        onChoose={setEmployeeId}
      />
      <TimePicker
        of={{ services: idsOf(visit).join(), employeeId }}
        terms={terms}
        nameOf={(id) => nameOfEmployee(visit, id)}
        onChoose={(start, parts) => onChoose({ start, employeeId, parts })}
        waitlist={{ minutes: terms.waitlistMinutes, onJoin: () => onWait(employeeId) }}
      />
    </div>
  );
}
