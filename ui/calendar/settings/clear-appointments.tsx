import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { appointments } from "#src/calendar/appointments/contract.ts";
import { useApi, wordsOf } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { WIDE } from "#ui/platform/settings/section-card.tsx";
import { tellError } from "#ui/shell/data/error-toast.ts";
import { refresh } from "#ui/shell/data/read.ts";

/** The danger zone. */
export function ClearAppointments() {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  const [asking, setAsking] = useState(false);
  const clear = useMutation({
    mutationFn: () => api(appointments.clear),
    onSuccess({ count }) {
      setAsking(false);
      toasts.show({
        title: "Appointments cleared",
        description: `Successfully cleared ${count} appointments`,
      });
      return refresh(client, "appointments");
    },
    onError: (error) => tellError(toasts, error, { title: "Failed to clear appointments" }),
  });

  return (
    <>
      <div className={`${WIDE} row wrap`}>
        <p className="sm dim grow basis-60">
          Deletes every appointment of every employee, past and future. Employees and clients stay.
        </p>
        <Button variant="danger" onClick={() => setAsking(true)}>
          Clear All Appointments
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Clear All Appointments?"
        description="All appointments of all employees are deleted for good. This action cannot be undone."
        act="Yes, Clear All"
        busy={clear.isPending && "Clearing..."}
        error={clear.error ? wordsOf(clear.error) : undefined}
        onConfirm={() => clear.mutate()}
      />
    </>
  );
}
