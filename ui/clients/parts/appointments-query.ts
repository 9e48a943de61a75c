import type { Api, Prefetcher } from "#ui/api.ts";
import { employeesQuery } from "#ui/calendar/employees/employee-queries.ts";
import { readLater } from "#ui/shell/data/read.ts";

export function clientAppointmentsQuery(api: Api, contactId: number) {
  return readLater(
    {
      path: "/api/contacts/:id/appointments",
      reads: [
        "appointments",
        "payments",
        "employees",
        "hours",
        "contacts",
        "settings",
        "conversations",
      ],
    },
    async () => {
      const { appointments } = await import("#src/calendar/appointments/contract.ts");
      return api(appointments.ofClient, { params: { id: contactId } });
    },
    { id: contactId },
  );
}

export async function prefetchClientAppointments(
  { api, client }: Prefetcher,
  contactId: number,
): Promise<void> {
  await Promise.all([
    client.prefetchQuery(clientAppointmentsQuery(api, contactId)),
    client.prefetchQuery(employeesQuery(api)),
  ]);
}
