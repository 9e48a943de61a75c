import { useState } from "react";
import type { Appointment, SettableStatus } from "#src/calendar/appointments/contract.ts";
import type { Employee } from "#src/calendar/employees/contract.ts";
import { EditVisit } from "./edit-visit.tsx";
import type { StatusChoice } from "./use-changes.ts";
import { VisitDialog } from "./visit-dialog.tsx";

interface AppointmentDialogProps {
  appointment: Appointment;
  employees: readonly Employee[];
  /** Begins with the form. */
  isEdited?: boolean;
  onStatus: (appointment: Appointment, status: SettableStatus, choice?: StatusChoice) => void;
  /** Takes the text about the last change back. */
  onWithdrawText: (appointment: Appointment) => void;
  /** Opens another part of a visit with several employees. */
  onOpenPart: (id: number) => void;
  onClose: () => void;
}

/** Shows a visit, and changes it. */
export function AppointmentDialog(props: AppointmentDialogProps) {
  const { appointment, employees, isEdited = false, onClose } = props;
  /** As it was when the form opened: what others change meanwhile isn't written back. */
  const [edited, setEdited] = useState(isEdited ? appointment : undefined);
  if (edited)
    return (
      <EditVisit
        {...{ employees, onClose }}
        appointment={edited}
        onCancel={isEdited ? onClose : () => setEdited(undefined)}
      />
    );
  return (
    <VisitDialog
      {...{ appointment, employees, onClose }}
      onStatus={(status, choice) => {
        props.onStatus(appointment, status, choice);
        onClose();
      }}
      onWithdrawText={() => {
        props.onWithdrawText(appointment);
        onClose();
      }}
      onOpenPart={props.onOpenPart}
      onEdit={() => setEdited(appointment)}
    />
  );
}
