import { CLIENT_VISITS } from "#src/calendar/appointments/client-visits-contract.ts";
import type { Api, Prefetcher } from "#ui/api.ts";
import { employeesQuery } from "#ui/calendar/employees/employee-queries.ts";
import { readLater } from "#ui/shell/data/read.ts";

export function clientAppointmentsQuery(api: Api, contactId: number) {
  return readLater(
    CLIENT_VISITS,
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
