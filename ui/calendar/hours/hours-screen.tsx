import { useQuery } from "@tanstack/react-query";
import Check from "lucide-react/icons/check";
import { useSearchParams } from "wouter";
import { type BusinessHours, hours } from "#src/calendar/hours/contract.ts";
import { errorMessage, useApi } from "#ui/api.ts";
import { employeesQuery } from "#ui/calendar/employees/employee-queries.ts";
import { Button } from "#ui/kit/button.tsx";
import { Card, CardHead } from "#ui/kit/card.tsx";
import { Chip } from "#ui/kit/chip.tsx";
import { ErrorNote } from "#ui/kit/notice.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { Bar } from "#ui/shell/layout/bar.tsx";
import { Page } from "#ui/shell/layout/page.tsx";
import { ClosedDays } from "./closed-days.tsx";
import { EmployeeWeek } from "./employee-week.tsx";
import { businessHoursQuery } from "./queries.ts";
import { TimeOffCard } from "./time-off-card.tsx";
import { UpcomingHours } from "./upcoming-hours.tsx";
import { WeekForm } from "./week-form.tsx";

/** When the salon is open and each employee works. */
export function HoursScreen() {
  const api = useApi();
  const { data: business, error } = useQuery(businessHoursQuery(api));
  const { data: employees = [] } = useQuery(employeesQuery(api));
  const [params, setParams] = useSearchParams();
  const chosen = employees.find(({ id }) => String(id) === params.get("employee"));
  const choose = (id?: number) =>
    setParams(id === undefined ? {} : { employee: String(id) }, { replace: true });

  return (
    <>
      <Bar title="Hours" />
      <Page label="Hours">
        <div className="mx-auto grid max-w-[1000px] grid-cols-[minmax(0,1fr)] gap-4">
          {error && !business && <ErrorNote>{errorMessage(error)}</ErrorNote>}
          {business && (
            <>
              <Card aria-label="Weekly Hours">
                <CardHead title="Weekly Hours" />
                <fieldset
                  className="flex items-center gap-2 min-w-0 overflow-x-auto whitespace-nowrap border-line border-b px-4 py-3 *:flex-none"
                  aria-label="Hours for"
                >
                  <Chip pressed={!chosen} onClick={() => choose()}>
                    Salon
                  </Chip>
                  {employees.map(({ id, name }) => (
                    <Chip key={id} pressed={id === chosen?.id} onClick={() => choose(id)}>
                      {name}
                    </Chip>
                  ))}
                </fieldset>
                {chosen ? (
                  <EmployeeWeek key={chosen.id} employee={chosen} business={business.weekly} />
                ) : (
                  <BusinessWeek hours={business} />
                )}
              </Card>
              <div className="grid grid-cols-2 items-start gap-4 @max-[900px]/page:grid-cols-1">
                <ClosedDays saved={business.closedDays} />
                <TimeOffCard employees={employees} />
              </div>
            </>
          )}
        </div>
      </Page>
    </>
  );
}

function BusinessWeek({ hours: saved }: { hours: BusinessHours }) {
  const save = useAct(hours.saveBusiness, { done: "Hours saved", errors: "Failed to save hours" });
  const confirm = useAct(hours.confirm, { done: "Hours confirmed" });
  const remove = useAct(hours.removeUpcoming, { done: "Change removed" });
  return (
    <>
      <WeekForm
        saved={saved.weekly}
        isSaving={save.isPending}
        onSave={(weekly, from) => save.run({ body: { weekly, from } })}
      >
        {!saved.reviewed && (
          <Button
            icon={Check}
            busy={confirm.isPending && "Saving..."}
            onClick={() => confirm.run()}
          >
            Looks Right
          </Button>
        )}
      </WeekForm>
      <UpcomingHours
        upcoming={saved.upcoming}
        onRemove={(from) => remove.run({ params: { from } })}
      />
    </>
  );
}
