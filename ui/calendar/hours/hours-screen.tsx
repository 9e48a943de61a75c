import { useQuery, useQueryClient } from "@tanstack/react-query";
import ArrowDown from "lucide-react/icons/arrow-down";
import Check from "lucide-react/icons/check";
import Store from "lucide-react/icons/store";
import { type ComponentProps, useState } from "react";
import { useSearchParams } from "wouter";
import { type BusinessHours, hours } from "#src/calendar/hours/contract.ts";
import { mergeEdited } from "#src/shared/working-hours.ts";
import { errorMessage, useApi } from "#ui/api.ts";
import { employeesQuery } from "#ui/calendar/employees/employee-queries.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { Button } from "#ui/kit/button.tsx";
import { buttonClass } from "#ui/kit/button-class.ts";
import { Card, CardBody, CardHead } from "#ui/kit/card.tsx";
import { Chip } from "#ui/kit/chip.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { ErrorNote } from "#ui/kit/notice.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { Bar } from "#ui/shell/layout/bar.tsx";
import { Page } from "#ui/shell/layout/page.tsx";
import { AffectedVisits, savedMessage, TO_DECIDE } from "./affected-visits.tsx";
import { EmployeeWeek, OutsideHours } from "./employee-week.tsx";
import { affectedQuery, businessHoursQuery } from "./queries.ts";
import { SaveHoursDialog, ShortenDialog } from "./shorten-dialog.tsx";
import { SpecialDays } from "./special-days.tsx";
import { TimeOffCard } from "./time-off-card.tsx";
import { UpcomingHours } from "./upcoming-hours.tsx";
import { WeekForm } from "./week-form.tsx";

/** Whose hours are shown, in one line that scrolls on a phone. */
const WHOSE =
  "flex gap-2 min-w-0 flex-wrap border-line border-b px-4 py-3 phone:flex-nowrap phone:overflow-x-auto [&>.chip]:h-9 [&>.chip]:flex-none [&>.chip]:rounded-full [&>.chip]:px-3 [&>.chip]:text-base [&>.chip:has(.avatar)]:pl-1.5 phone:[&>.chip]:h-10";

/** When the salon is open and each employee works. */
export function HoursScreen() {
  const api = useApi();
  const { data: business, error } = useQuery(businessHoursQuery(api));
  const { data: employees = [] } = useQuery(employeesQuery(api));
  const [params, setParams] = useSearchParams();
  const chosen = employees.find(({ id }) => String(id) === params.get("employee"));
  const someWithoutHours = employees.some(({ workStartTime }) => workStartTime === null);
  const choose = (id?: number) =>
    setParams(id === undefined ? {} : { employee: String(id) }, { replace: true });

  return (
    <>
      <Bar title="Hours" />
      <Page label="Hours">
        <div className="grid max-w-250 grid-cols-[minmax(0,1fr)] gap-4">
          {error && !business && <ErrorNote>{errorMessage(error)}</ErrorNote>}
          {business && (
            <>
              <UndecidedVisits />
              <Card aria-label="Weekly Hours">
                <CardHead title="Weekly Hours">
                  {/* They are below the week. */}
                  <a
                    href="#special-days"
                    className={`${buttonClass({ variant: "quiet" })} phone:gap-1 phone:px-1`}
                  >
                    <Icon of={ArrowDown} className="max-[419px]:hidden" />
                    Special Days
                  </a>
                  <a
                    href="#time-off"
                    className={`${buttonClass({ variant: "quiet" })} phone:mr-2 phone:gap-1 phone:px-1`}
                  >
                    <Icon of={ArrowDown} className="max-[419px]:hidden" />
                    Time Off
                  </a>
                </CardHead>
                <fieldset className={WHOSE}>
                  <legend className="sr">Hours for</legend>
                  <Chip icon={Store} pressed={!chosen} onClick={() => choose()}>
                    Salon
                  </Chip>
                  {employees.map(({ id, name, workStartTime }) => (
                    <Chip key={id} pressed={id === chosen?.id} onClick={() => choose(id)}>
                      <Avatar id={id} name={name} size="s" />
                      {name}
                      {workStartTime !== null && someWithoutHours && (
                        <span className="faint text-xs"> Own hours</span>
                      )}
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
                <SpecialDays saved={business.closedDays} />
                <TimeOffCard employees={employees} />
              </div>
            </>
          )}
        </div>
      </Page>
    </>
  );
}

/** Visits over which hours or time off changed. */
function UndecidedVisits() {
  const { data: visits = [] } = useQuery(affectedQuery(useApi()));
  if (visits.length === 0) return null;
  return (
    <Card id={TO_DECIDE} aria-label="Visits to Decide">
      <CardHead title="Visits to Decide" />
      <CardBody>
        <p className="sm dim mb-2">
          These visits are outside your hours now. We won't remind the clients until you decide.
        </p>
        <AffectedVisits visits={visits} />
      </CardBody>
    </Card>
  );
}

function BusinessWeek({ hours: saved }: { hours: BusinessHours }) {
  const [isShortening, setShortening] = useState(false);
  /** New hours that wait for an answer, and who would work outside of them. */
  const [asked, setAsked] =
    useState<Omit<ComponentProps<typeof SaveHoursDialog>, "saved" | "onClose">>();
  const errors = "Couldn't save the hours";
  const save = useAct(hours.saveBusiness, {
    done: (changed) => savedMessage("Hours saved", changed),
    errors,
  });
  const preview = useAct(hours.previewBusiness, { errors });
  const client = useQueryClient();
  const { queryKey } = businessHoursQuery(useApi());
  const ask: ComponentProps<typeof WeekForm>["onSave"] = (weekly, from, onSaved) => {
    const base = saved.weekly;
    preview.run(
      { body: { weekly, from } },
      {
        onDone(outside) {
          if (outside.notes.length > 0)
            return setAsked({ change: { weekly, from }, base, outside, onSaved });
          // Someone else may have saved hours since.
          const present = client.getQueryData<BusinessHours>(queryKey)?.weekly ?? base;
          const body = { weekly: mergeEdited(weekly, base, present), from };
          save.run({ body }, { onDone: onSaved });
        },
      },
    );
  };
  const confirm = useAct(hours.confirm, { done: "Hours confirmed" });
  const remove = useAct(hours.removeUpcoming, { done: "Change removed" });
  return (
    <>
      <WeekForm
        saved={saved.weekly}
        isSaving={preview.isPending || save.isPending}
        onSave={ask}
        notes={
          <>
            <OutsideHours notes={saved.notes}>
              <Button onClick={() => setShortening(true)}>Shorten Staff Hours</Button>
            </OutsideHours>
            <OutsideHours notes={saved.unstaffed} />
          </>
        }
      >
        {!saved.reviewed && (
          <Button
            icon={Check}
            busy={confirm.isPending && "Saving..."}
            onClick={() => confirm.run()}
          >
            Confirm Hours
          </Button>
        )}
      </WeekForm>
      {isShortening && <ShortenDialog outside={saved} onClose={() => setShortening(false)} />}
      {asked && (
        <SaveHoursDialog {...asked} saved={saved.weekly} onClose={() => setAsked(undefined)} />
      )}
      <UpcomingHours
        upcoming={saved.upcoming}
        onRemove={(from) => remove.run({ params: { from } })}
      />
    </>
  );
}
