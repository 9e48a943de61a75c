import type { Employee } from "#src/calendar/employees/contract.ts";
import { type Service, services } from "#src/calendar/services/contract.ts";
import { formatMoney, parseCents } from "#src/shared/money.ts";
import { firstNameOf } from "#src/shared/names.ts";
import { useCurrency } from "#ui/billing/parts/use-currency.ts";
import { Switch } from "#ui/kit/switch.tsx";
import { useAct } from "#ui/shell/data/act.ts";

interface ServiceRowProps {
  service: Service;
  employees: readonly Employee[];
  onOpen: () => void;
}

export function ServiceRow({ service, employees, onOpen }: ServiceRowProps) {
  const price = formatMoney(parseCents(service.price) ?? 0, useCurrency());
  const change = useAct(services.change, { errors: "Failed to update the service" });
  return (
    <li className="grid grid-cols-[auto_1fr_auto_5rem] items-center gap-x-3 border-line border-b px-4 py-3 last:border-0 phone:grid-cols-[auto_1fr_auto]">
      <span
        aria-hidden="true"
        className="size-3 rounded phone:row-span-2"
        style={{ background: service.color }}
      />
      <button type="button" className="min-w-0 text-left" onClick={onOpen}>
        <span className="h3 block">{service.name}</span>
        <span className="sm dim num">
          {service.durationMinutes} min
          {service.bufferMinutes > 0 && ` + ${service.bufferMinutes} cleanup`},{" "}
          {performers(service, employees)}
        </span>
      </button>
      <b className="num order-last text-right phone:order-none phone:col-start-2 phone:row-start-2 phone:text-left">
        {price}
      </b>
      <div className="phone:col-start-3 phone:row-span-2 phone:row-start-1">
        <Switch
          checked={service.onlineBooking}
          disabled={change.isPending}
          aria-label={`${service.name}: book online`}
          onChange={() =>
            change.run({
              params: { id: service.id },
              body: { onlineBooking: !service.onlineBooking },
            })
          }
        >
          Online
        </Switch>
      </div>
    </li>
  );
}

function performers({ employeeIds }: Service, employees: readonly Employee[]): string {
  if (employeeIds === null) return "everyone";
  const names = employees.filter(({ id }) => employeeIds.includes(id));
  return names.map(({ name }) => firstNameOf(name)).join(", ") || "no one";
}
