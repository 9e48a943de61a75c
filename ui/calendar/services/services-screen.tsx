import { useQuery } from "@tanstack/react-query";
import Plus from "lucide-react/icons/plus";
import Scissors from "lucide-react/icons/scissors";
import { useState } from "react";
import type { Service } from "#src/calendar/services/contract.ts";
import { errorMessage, useApi } from "#ui/api.ts";
import { employeesQuery } from "#ui/calendar/employees/employee-queries.ts";
import { Button } from "#ui/kit/button.tsx";
import { Card } from "#ui/kit/card.tsx";
import { EmptyState } from "#ui/kit/empty-state.tsx";
import { lazyDialog } from "#ui/kit/lazy-dialog.tsx";
import { ErrorNote } from "#ui/kit/notice.tsx";
import { Bar } from "#ui/shell/layout/bar.tsx";
import { BarAction } from "#ui/shell/layout/bar-action.tsx";
import { Page } from "#ui/shell/layout/page.tsx";
import { BookingCard } from "./booking-card.tsx";
import { ImportServices } from "./import-services.tsx";
import { servicesQuery } from "./queries.ts";
import { ServiceRow } from "./service-row.tsx";

const ServiceDialog = lazyDialog(async () => (await import("./service-dialog.tsx")).ServiceDialog);

/** The price list: a table for each category. */
export function ServicesScreen() {
  const api = useApi();
  const { data, error } = useQuery(servicesQuery(api));
  const { data: employees = [] } = useQuery(employeesQuery(api));
  const [opened, setOpened] = useState<Service | "new">();
  const categories = [...Map.groupBy(data ?? [], ({ category }) => category)];

  return (
    <>
      <Bar title="Services" meta={data?.length}>
        <BarAction icon={Plus} variant="primary" onClick={() => setOpened("new")}>
          Add Service
        </BarAction>
      </Bar>
      <Page label="Services">
        <div className="mx-auto grid max-w-[1000px] grid-cols-[minmax(0,1fr)] gap-4">
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
                    onOpen={() => setOpened(service)}
                  />
                ))}
              </ul>
            </Card>
          ))}
          <BookingCard />
          <ImportServices />
        </div>
      </Page>
      {opened && (
        <ServiceDialog
          service={opened === "new" ? undefined : opened}
          employees={employees}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}
