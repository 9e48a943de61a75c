import { useQuery } from "@tanstack/react-query";
import type { Appointment } from "#src/calendar/appointments/contract.ts";
import { useApi } from "#ui/api.ts";
import { servicesQuery } from "#ui/calendar/services/queries.ts";

/** The color of an appointment's service; undefined for a typed one. */
export function useServiceColors(): (appointment: Appointment) => string | undefined {
  const { data: services = [] } = useQuery(servicesQuery(useApi()));
  const colors = new Map(services.map(({ id, color }) => [id, color]));
  return ({ serviceId }) => (serviceId === null ? undefined : colors.get(serviceId));
}

/** Next to the service's name, so that the color is never the only sign. */
export function ServiceColor({ color }: { color: string | undefined }) {
  if (!color) return null;
  return <span className="hue" style={{ background: color }} aria-hidden="true" />;
}
