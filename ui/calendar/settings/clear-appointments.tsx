import { useState } from "react";
import { appointments } from "#src/calendar/appointments/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { WIDE } from "#ui/platform/settings/section-card.tsx";
import { useAct } from "#ui/shell/data/act.ts";

export function ClearAppointments() {
  const [asking, setAsking] = useState(false);
  const clear = useAct(appointments.clear, {
    done: ({ count }) => ({
      title: "Appointments cleared",
      description: `Successfully cleared ${count} appointments`,
    }),
    onDone: () => setAsking(false),
    errors: "Failed to clear appointments",
  });

  return (
    <>
      <div className={`${WIDE} flex items-center gap-2 min-w-0 flex-wrap`}>
        <p className="sm dim flex-1 min-w-0 basis-60">
          Deletes every appointment for every employee, past and future. Keeps employees and
          clients.
        </p>
        <Button variant="danger" onClick={() => setAsking(true)}>
          Clear All Appointments
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Clear All Appointments?"
        description="This permanently deletes every appointment for every employee. This action cannot be undone."
        action="Yes, Clear All"
        busy={clear.isPending && "Clearing..."}
        error={clear.errorMessage}
        onConfirm={() => clear.run()}
      />
    </>
  );
}
