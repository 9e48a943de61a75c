import { useQuery } from "@tanstack/react-query";
import Hourglass from "lucide-react/icons/hourglass";
import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import { useSearchParams } from "wouter";
import { type WaitlistEntry, waitlist } from "#src/calendar/waitlist/contract.ts";
import { formatClock } from "#src/shared/clock-time.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { mayOpen } from "#src/shared/permissions.ts";
import { useApi } from "#ui/api.ts";
import { employeesQuery } from "#ui/calendar/employees/employee-queries.ts";
import { useGaps } from "#ui/calendar/today/queries.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Button } from "#ui/kit/button.tsx";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { EmptyState } from "#ui/kit/empty-state.tsx";
import { FilterBar } from "#ui/kit/filter-bar.tsx";
import { lazyDialog } from "#ui/kit/lazy-dialog.tsx";
import { Segmented } from "#ui/kit/segmented.tsx";
import { ListTable } from "#ui/kit/table.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { LoadFailed } from "#ui/shell/data/load-failed.tsx";
import { shellSettingsQuery } from "#ui/shell/data/queries.ts";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { momentAt } from "#ui/shell/format/dates.ts";
import { Bar } from "#ui/shell/layout/bar.tsx";
import { BarAction } from "#ui/shell/layout/bar-action.tsx";
import { Page } from "#ui/shell/layout/page.tsx";
import { useUiState } from "#ui/ui-state.ts";
import { EntryRow } from "./entry-row.tsx";
import { OfferCard } from "./offer-card.tsx";
import { fittingTodayQuery, waitlistQuery } from "./queries.ts";

const AddDialog = lazyDialog(async () => (await import("./add-dialog.tsx")).AddDialog);

const TABS = {
  waiting: { label: "Waiting", statuses: ["waiting", "offered"] },
  booked: { label: "Booked", statuses: ["booked"] },
  closed: { label: "Closed", statuses: ["expired", "canceled"] },
  all: { label: "All", statuses: ["waiting", "offered", "booked", "expired", "canceled"] },
} as const;
type Tab = keyof typeof TABS;

const COLUMNS = [
  { head: "Client", of: "person" },
  { head: "Status", of: "badge", className: "aside" },
  { head: "Wants", of: "text" },
  { head: "When", of: "text" },
  { head: "Since", headClass: "fold", of: "text", className: "fold" },
  { head: "Actions", hidden: true, of: "nothing" },
] as const;

/** The clients on the waitlist in order, and the open offers. */
export function WaitlistScreen() {
  const api = useApi();
  const query = useQuery(waitlistQuery(api));
  const { data: entries, error } = query;
  const { data: fitting } = useQuery(fittingTodayQuery(api));
  const { data: employees = [] } = useQuery(employeesQuery(api));
  const [params, setParams] = useSearchParams();
  const { user } = useCurrentUser();
  const { booking } = useUiState();
  const [isAdding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<WaitlistEntry>();
  const remove = useAct(waitlist.remove, {
    done: "Removed from the waitlist",
    onDone: () => setLeaving(undefined),
    errors: "Couldn't remove the client from the waitlist",
  });
  const shown = params.get("show") ?? "";
  const tab: Tab = Object.hasOwn(TABS, shown) ? (shown as Tab) : "waiting";
  const inTab = (name: Tab) =>
    entries?.filter(({ status }) => (TABS[name].statuses as readonly string[]).includes(status));
  const visible = inTab(tab);
  const waiting = inTab("waiting")?.length;
  // That everyone waits needs no column, and an offer is above the list.
  const hasStates = tab !== "waiting";
  const add = () => setAdding(true);
  const { now, timeZone } = useBusinessTime();
  const freeFor = (entry: Pick<WaitlistEntry, "id">) =>
    fitting?.find(({ id, start }) => id === entry.id && start > momentAt(now, timeZone));
  const gaps = useGaps(user !== null && mayOpen(user, "/appointments"));
  const rivalsOf = ({ id }: WaitlistEntry, free = freeFor({ id })) =>
    entries?.filter((other) => {
      const theirs = other.id === id ? undefined : freeFor(other);
      return theirs && theirs.start === free?.start && theirs.employeeId === free.employeeId;
    }) ?? [];
  const book = ({ contactId, clientName, phoneNumber, ...entry }: WaitlistEntry) => {
    const { services, employeeId } = entry;
    booking.value = {
      ...{ id: contactId, name: clientName, phoneNumber },
      wish: { services, employeeId, times: entry, free: freeFor(entry) },
    };
  };

  return (
    <>
      <Bar title="Waitlist" meta={entries && `${waiting} waiting`}>
        <BarAction icon={Plus} variant="primary" onClick={add}>
          Add to Waitlist
        </BarAction>
      </Bar>
      <Page label="Waitlist">
        {error && !entries && <LoadFailed query={query} />}
        {entries?.map(
          (entry) =>
            entry.offer && (
              <OfferCard
                key={entry.id}
                entry={{ ...entry, offer: entry.offer }}
                employees={employees}
              />
            ),
        )}
        {entries?.length === 0 ? (
          <EmptyState
            icon={Hourglass}
            title="No one is waiting"
            action={
              <Button icon={Plus} onClick={add}>
                Add to Waitlist
              </Button>
            }
          >
            When an appointment is canceled or moved, we text its time to the clients waiting here.
          </EmptyState>
        ) : (
          <>
            <OfferRule />
            <FilterBar>
              <Segmented
                label="Show"
                value={tab}
                onValueChange={(show) => setParams({ show }, { replace: true })}
                options={(Object.keys(TABS) as Tab[]).map((value) => ({
                  value,
                  label: (
                    <>
                      {TABS[value].label}{" "}
                      <span className="num faint">{value === "waiting" && waiting}</span>
                    </>
                  ),
                }))}
              />
            </FilterBar>
            {visible?.length === 0 && <EmptyState title="No clients here" />}
            {(visible ? visible.length > 0 : !error) && (
              <ListTable
                label="Clients on the waitlist"
                columns={hasStates ? COLUMNS : COLUMNS.filter(({ of }) => of !== "badge")}
                rows={visible}
              >
                {(entry) => (
                  <EntryRow
                    key={entry.id}
                    entry={entry}
                    employees={employees}
                    fits={freeFor(entry)}
                    gap={gaps.find(
                      ({ fits }) =>
                        fits?.contactId === entry.contactId && fits.service === entry.serviceName,
                    )}
                    rivals={rivalsOf(entry).map(({ clientName }) => clientName)}
                    hasStatus={hasStates}
                    onBook={user?.role === "admin" ? () => book(entry) : undefined}
                    onRemove={() => setLeaving(entry)}
                  />
                )}
              </ListTable>
            )}
          </>
        )}
      </Page>
      {isAdding && <AddDialog onClose={() => setAdding(false)} />}
      <ConfirmDialog
        open={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        title="Remove from the Waitlist?"
        description={
          leaving?.offer
            ? `${formatPhone(leaving.clientName)} will get a text that the time is gone. We'll offer it to the next client.`
            : `${formatPhone(leaving?.clientName ?? "")} won't get any more offers.`
        }
        action="Remove"
        busy={remove.isPending && "Removing..."}
        onConfirm={() => leaving && remove.run({ params: { id: leaving.id } })}
      />
    </>
  );
}

/** What happens with the list, and when not. */
function OfferRule() {
  const { data: settings } = useQuery(shellSettingsQuery(useApi()));
  if (!settings?.waitlistOffersEnabled) return null;
  // Simulated texts are sent at any hour.
  const isQuiet = settings.quietHoursEnabled && !settings.simulatedCarrier;
  const { quietHoursStart = "", quietHoursEnd = "" } = settings;
  return (
    <p className="sm dim mb-3 text-pretty">
      When a time opens up, we text the first client it fits
      {isQuiet && `, but not from ${formatClock(quietHoursStart)} to ${formatClock(quietHoursEnd)}`}
      .
    </p>
  );
}
