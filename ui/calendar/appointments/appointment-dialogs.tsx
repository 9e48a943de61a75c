import type { Appointment } from "#src/calendar/appointments/contract.ts";
import type { Employee } from "#src/calendar/employees/contract.ts";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { lazyDialog } from "#ui/kit/lazy-dialog.tsx";
import type { Prefill } from "./form-values.ts";
import { formatRepeat } from "./format-repeat.ts";
import type { Changes } from "./use-changes.ts";

// The form's code is loaded when it first opens.
const AppointmentDialog = lazyDialog(
  async () => (await import("./appointment-dialog.tsx")).AppointmentDialog,
);
const ScopeDialog = lazyDialog(async () => (await import("./scope-dialog.tsx")).ScopeDialog);

interface AppointmentDialogsProps {
  isNew: boolean;
  opened: Appointment | undefined;
  /** The visible day, the default for a new appointment. */
  date: string;
  prefill: Prefill | undefined;
  employees: readonly Employee[];
  changes: Changes;
  onClose: () => void;
}

export function AppointmentDialogs(props: AppointmentDialogsProps) {
  const { isNew, opened, changes, ...rest } = props;
  return (
    <>
      {(opened || isNew) && (
        <AppointmentDialog
          key={opened?.id ?? 0}
          appointment={opened}
          onStatus={changes.setStatus}
          {...rest}
        />
      )}
      {changes.question && (
        <ScopeDialog
          title={changes.question.title}
          description={formatRepeat(changes.question.appointment)}
          onChoose={changes.question.choose}
          onClose={changes.dismissQuestion}
        />
      )}
      <ConfirmDialog
        open={changes.conflict !== undefined}
        onOpenChange={(open) => open || changes.dismissConflict()}
        harmless
        title="Move anyway?"
        description={changes.conflict?.words ?? ""}
        action="Move anyway"
        onConfirm={() => changes.conflict?.proceed()}
      />
    </>
  );
}
