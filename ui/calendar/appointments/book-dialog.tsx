import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useApi } from "#ui/api.ts";
import { employeesQuery } from "#ui/calendar/employees/employee-queries.ts";
import { useToasts } from "#ui/kit/toasts.tsx";
import { showError } from "#ui/shell/data/error-toast.ts";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { dayAt } from "#ui/shell/format/dates.ts";
import { formatPhone } from "#ui/shell/format/phone.ts";
import type { BookedClient } from "#ui/ui-state.ts";
import { AppointmentDialog } from "./appointment-dialog.tsx";

/** The calendar's dialog over any other screen, with the client filled in. */
export function BookDialog({ client, onClose }: { client: BookedClient; onClose: () => void }) {
  const { data: employees, error } = useQuery(employeesQuery(useApi()));
  const { now, timeZone } = useBusinessTime();
  const toasts = useToasts();
  const fail = useEffectEvent((failure: Error) => {
    showError(toasts, failure);
    onClose();
  });
  useEffect(() => {
    if (error) fail(error);
  }, [error]);
  if (!employees) return null;
  const { name, phoneNumber } = client;
  return (
    <AppointmentDialog
      appointment={undefined}
      date={dayAt(now, timeZone)}
      prefill={{
        clientName: name === phoneNumber ? "" : name,
        phoneNumber: formatPhone(phoneNumber),
      }}
      employees={employees}
      onStatus={() => undefined}
      onClose={onClose}
    />
  );
}
