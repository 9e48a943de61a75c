import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useState } from "react";
import type { BookableService } from "#src/calendar/online-booking/contract.ts";
import { Note } from "#ui/kit/notice.tsx";
import { EmployeeChoice } from "./employee-choice.tsx";
import { TimePicker } from "./time-picker.tsx";

interface TimeStepProps {
  service: BookableService;
  terms: { readonly today: string; readonly lastDay: string };
  /** Why the time that was chosen before can't be booked. */
  gone: string | undefined;
  onChoose: (time: { start: string; employeeId: number | undefined }) => void;
  /** The client chooses the waitlist, because no time fits. */
  onWait: (employeeId: number | undefined) => void;
}

/** Anyone or an employee, then a day and a time. */
export function TimeStep({ service, terms, gone, onChoose, onWait }: TimeStepProps) {
  const [employeeId, setEmployeeId] = useState<number>();
  return (
    <div className="grid gap-5">
      {gone && (
        <Note tone="wait" icon={TriangleAlert} role="alert">
          {gone}
        </Note>
      )}
      <EmployeeChoice service={service} employeeId={employeeId} onChoose={setEmployeeId} />
      <TimePicker
        serviceId={service.id}
        employeeId={employeeId}
        terms={terms}
        onChoose={(start) => onChoose({ start, employeeId })}
        onWait={() => onWait(employeeId)}
      />
    </div>
  );
}
