import { useQuery } from "@tanstack/react-query";
import ChevronRight from "lucide-react/icons/chevron-right";
import Plus from "lucide-react/icons/plus";
import Scissors from "lucide-react/icons/scissors";
import { useEffect, useRef, useState } from "react";
import type { Employee } from "#src/calendar/employees/contract.ts";
import { type Service, services } from "#src/calendar/services/contract.ts";
import { formatCount } from "#src/shared/format-count.ts";
import { firstNameOf } from "#src/shared/names.ts";
import { errorMessage, useApi } from "#ui/api.ts";
import { useCurrency } from "#ui/billing/parts/use-currency.ts";
import { formatMinutes, formatPrice } from "#ui/calendar/booking/format.ts";
import { employeesQuery } from "#ui/calendar/employees/employee-queries.ts";
import { Button } from "#ui/kit/button.tsx";
import { Card, CardBody, CardHead } from "#ui/kit/card.tsx";
import { ChooseFile } from "#ui/kit/choose-file.tsx";
import { EmptyState } from "#ui/kit/empty-state.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { lazyDialog } from "#ui/kit/lazy-dialog.tsx";
import { ErrorNote } from "#ui/kit/notice.tsx";
import { Switch } from "#ui/kit/switch.tsx";
import { base64Of } from "#ui/platform/settings/base64.ts";
import { useAct } from "#ui/shell/data/act.ts";
import { Bar } from "#ui/shell/layout/bar.tsx";
import { BarAction } from "#ui/shell/layout/bar-action.tsx";
import { Page } from "#ui/shell/layout/page.tsx";
import { BookingCards } from "./booking-cards.tsx";
import { servicesQuery } from "./queries.ts";

const ServiceDialog = lazyDialog(async () => (await import("./service-dialog.tsx")).ServiceDialog);

/** The price list: a table for each category. */
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
        <div className="grid max-w-250 grid-cols-[minmax(0,1fr)] gap-4">
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
          {categories.map(([category, services]) => (
            <Card key={category} aria-label={category || "Other services"}>
              <h2 className="eyebrow px-4 pt-4 pb-1">{category || "Other services"}</h2>
              <ul>
                {services.map((service) => (
                  <ServiceRow
                    key={service.id}
                    service={service}
                    employees={employees}
                    isNew={service.id === created}
                    onOpen={() => setOpened(service)}
                  />
                ))}
              </ul>
            </Card>
          ))}
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

const SHOWN_ERRORS = 8;

/** Reads a price list from another program. */
function ImportServices() {
  const upload = useAct(services.importCsv, {
    done: ({ imported }) => `${formatCount(imported, "service")} imported`,
    errors: "Couldn't import the services",
  });
  const { reply } = upload;
  return (
    <Card id="import-services" aria-label="Import Services">
      <CardHead title="Import Services" />
      <CardBody className="grid gap-3">
        <p className="sm dim">
          A .csv file with the columns Name and Duration, and optionally Category, Cleanup, Price,
          Deposit and Online booking. Existing services won't change.
        </p>
        <div>
          <ChooseFile
            onChoose={async (file) => upload.run({ body: { file: await base64Of(file) } })}
          >
            Choose CSV File
          </ChooseFile>
        </div>
        {reply && (
          <div className="sm num" role="status">
            {formatCount(reply.imported, "service")} added of {reply.total}.
            <ul>
              {reply.errors.slice(0, SHOWN_ERRORS).map(({ row, reason }) => (
                <li key={row}>
                  Row {row}: {reason}
                </li>
              ))}
            </ul>
          </div>
        )}
      </CardBody>
    </Card>
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
  const price = formatPrice(service.price, currency);
  const change = useAct(services.change, { errors: "Couldn't update the service" });
  return (
    <li className="grid grid-cols-[auto_1fr_auto_5rem] items-center gap-x-3 border-line border-b px-4 py-3 last:border-0 phone:grid-cols-[auto_1fr_auto]">
      <span
        aria-hidden="true"
        className="size-3 rounded phone:row-span-2"
        style={{ background: service.color }}
      />
      <button ref={button} type="button" className="min-w-0 text-left" onClick={onOpen}>
        <span className="h3 flex items-center gap-1">
          {service.name}
          <Icon of={ChevronRight} size="s" className="faint" />
        </span>
        <span className="sm dim num">
          {formatMinutes(service.durationMinutes)}
          {service.processing && `, ${formatMinutes(service.processing.minutes)} processing`}
          {service.bufferMinutes > 0 && ` + ${service.bufferMinutes} min cleanup`}
          {service.deposit !== null && `, ${formatPrice(service.deposit, currency)} deposit`},{" "}
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
