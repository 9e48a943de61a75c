import { useQuery } from "@tanstack/react-query";
import ChevronRight from "lucide-react/icons/chevron-right";
import Plus from "lucide-react/icons/plus";
import Scissors from "lucide-react/icons/scissors";
import { Fragment, useEffect, useRef, useState } from "react";
import type { Employee } from "#src/calendar/employees/contract.ts";
import { type Service, services } from "#src/calendar/services/contract.ts";
import { firstNameOf } from "#src/shared/names.ts";
import { errorMessage, useApi } from "#ui/api.ts";
import { useCurrency } from "#ui/billing/parts/use-currency.ts";
import { formatMinutes, formatPrice } from "#ui/calendar/booking/format.ts";
import { employeesQuery } from "#ui/calendar/employees/employee-queries.ts";
import { Button } from "#ui/kit/button.tsx";
import { EmptyState } from "#ui/kit/empty-state.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { lazyDialog } from "#ui/kit/lazy-dialog.tsx";
import { ErrorNote } from "#ui/kit/notice.tsx";
import { Switch } from "#ui/kit/switch.tsx";
import { ListTable } from "#ui/kit/table.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { Bar } from "#ui/shell/layout/bar.tsx";
import { BarAction } from "#ui/shell/layout/bar-action.tsx";
import { Page } from "#ui/shell/layout/page.tsx";
import { BookingCards } from "./booking-cards.tsx";
import { ImportServices } from "./import-services.tsx";
import { servicesQuery } from "./queries.ts";

const ServiceDialog = lazyDialog(async () => (await import("./service-dialog.tsx")).ServiceDialog);

const COLUMNS = [
  { head: "Service", of: "person" },
  { head: "Duration", headClass: "fold", of: "text", className: "fold" },
  { head: "Cleanup", headClass: "fold", of: "text", className: "fold" },
  { head: "Performed by", headClass: "fold", of: "text", className: "fold" },
  { head: "Price", of: "number" },
  { head: "Online", of: "nothing" },
] as const;

/** The price list by category. */
export function ServicesScreen() {
  const api = useApi();
  const { data, error } = useQuery(servicesQuery(api));
  const { data: employees = [] } = useQuery(employeesQuery(api));
  const [opened, setOpened] = useState<Service | "new">();
  const [created, setCreated] = useState<number>();
  const categories = [...Map.groupBy(data ?? [], ({ category }) => category)];

  return (
    <>
      <Bar title="Services" meta={data?.length}>
        <BarAction icon={Plus} variant="primary" onClick={() => setOpened("new")}>
          Add Service
        </BarAction>
      </Bar>
      <Page label="Services">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {error && !data && <ErrorNote>{errorMessage(error)}</ErrorNote>}
          {data?.length === 0 && (
            <EmptyState
              icon={Scissors}
              title="No services yet"
              action={
                <Button icon={Plus} onClick={() => setOpened("new")}>
                  Add Service
                </Button>
              }
            >
              Services set the length and price of appointments, and clients can book them online.
            </EmptyState>
          )}
          {categories.length > 0 && (
            <ListTable label="Services" columns={COLUMNS} rows={categories}>
              {([category, services]) => (
                <Fragment key={category}>
                  <tr className="hover:bg-transparent!">
                    <td colSpan={COLUMNS.length} className="whole">
                      <h2 className="eyebrow">{category || "Other services"}</h2>
                    </td>
                  </tr>
                  {services.map((service) => (
                    <ServiceRow
                      key={service.id}
                      service={service}
                      employees={employees}
                      isNew={service.id === created}
                      onOpen={() => setOpened(service)}
                    />
                  ))}
                </Fragment>
              )}
            </ListTable>
          )}
          <ImportServices />
        </div>
      </Page>
      {opened && (
        <ServiceDialog
          service={opened === "new" ? undefined : opened}
          employees={employees}
          onCreated={setCreated}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}

/** In the same script as Services: a separate one would add a request to both. */
export function OnlineBookingScreen() {
  return (
    <>
      <Bar title="Online Booking" />
      <Page label="Online Booking">
        <div className="grid max-w-250 grid-cols-[minmax(0,1fr)] gap-4">
          <BookingCards />
        </div>
      </Page>
    </>
  );
}

interface ServiceRowProps {
  service: Service;
  employees: readonly Employee[];
  /** Was just added. */
  isNew: boolean;
  onOpen: () => void;
}

function ServiceRow({ service, employees, isNew, onOpen }: ServiceRowProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isNew) return;
    // The dialog, while it closes, returns the focus first.
    const timer = setTimeout(() => {
      button.current?.scrollIntoView({ block: "center" });
      button.current?.focus({ preventScroll: true });
    });
    return () => clearTimeout(timer);
  }, [isNew]);
  const currency = useCurrency();
  const change = useAct(services.change, { errors: "Couldn't update the service" });
  const { name, processing, bufferMinutes, deposit } = service;
  const duration = formatMinutes(service.durationMinutes);
  const price = formatPrice(service.price, currency);
  const pause = processing && `${formatMinutes(processing.minutes)} processing`;
  const doneBy = performers(service, employees);
  return (
    <tr aria-label={name} className="brief">
      <td className="min-w-36 py-2">
        <div className="flex min-w-0 items-center gap-3">
          <span
            aria-hidden="true"
            className="size-3 flex-none rounded"
            style={{ background: service.color }}
          />
          <div className="min-w-0">
            <button ref={button} type="button" className="h3 opens text-left" onClick={onOpen}>
              {name}
            </button>
            <p className="folded xs dim num">
              <span className="brief-only">
                <b className="font-label">{price}</b>
                {deposit !== null && ` (${formatPrice(deposit, currency)} deposit)`} ·{" "}
              </span>
              {duration}
              {pause && `, ${pause}`}
              {bufferMinutes > 0 && ` + ${bufferMinutes} min cleanup`}, {doneBy}
            </p>
          </div>
        </div>
      </td>
      <td className="fold num whitespace-nowrap">
        {duration}
        {pause && <span className="second xs dim">{pause}</span>}
      </td>
      <td className="fold num whitespace-nowrap">
        {bufferMinutes > 0 ? `${bufferMinutes} min` : <span className="faint">None</span>}
      </td>
      <td className="fold">{doneBy}</td>
      <td className="no-brief num r whitespace-nowrap">
        <b className="font-label">{price}</b>
        {deposit !== null && (
          <span className="second xs dim">{formatPrice(deposit, currency)} deposit</span>
        )}
      </td>
      <td className="aside">
        <div className="flex items-center justify-between gap-3">
          <span className="relative z-1">
            <Switch
              checked={service.onlineBooking}
              disabled={change.isPending}
              aria-label={`${name}: book online`}
              onChange={() =>
                change.run({
                  params: { id: service.id },
                  body: { onlineBooking: !service.onlineBooking },
                })
              }
            >
              <span className="brief-only dim">Online</span>
            </Switch>
          </span>
          <Icon of={ChevronRight} className="no-brief faint" />
        </div>
      </td>
    </tr>
  );
}

function performers({ employeeIds }: Service, employees: readonly Employee[]): string {
  if (employeeIds === null) return "Everyone";
  const names = employees.filter(({ id }) => employeeIds.includes(id));
  return names.map(({ name }) => firstNameOf(name)).join(", ") || "No one";
}
