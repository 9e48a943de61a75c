import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "wouter";
import {
  type PotentialAppointment,
  potentialAppointments,
} from "#src/calls/booking-requests/contract.ts";
import { useApi } from "#ui/api.ts";
import { FilterBar } from "#ui/kit/filter-bar.tsx";
import { lazyDialog } from "#ui/kit/lazy-dialog.tsx";
import { Segmented } from "#ui/kit/segmented.tsx";
import { ActDialog } from "#ui/shell/data/act-dialog.tsx";
import { LoadFailed } from "#ui/shell/data/load-failed.tsx";
import { formatPhone } from "#ui/shell/format/phone.ts";
import { Bar } from "#ui/shell/layout/bar.tsx";
import { Page } from "#ui/shell/layout/page.tsx";
import { requestCountsQuery } from "#ui/shell/layout/pending-queries.ts";
import { nameOf } from "./names.ts";
import { parseTab, requestsQuery, type Tab } from "./queries.ts";
import { RequestCards } from "./request-cards.tsx";

const ApproveDialog = lazyDialog(async () => (await import("./approve-dialog.tsx")).ApproveDialog);

const TABS = [
  ["all", "All"],
  ["pending", "Pending"],
  ["approved", "Approved"],
  ["rejected", "Rejected"],
] as const satisfies [Tab, string][];

interface Opened {
  readonly action: "approve" | "reject";
  readonly request: PotentialAppointment;
}

export function PotentialAppointmentsScreen() {
  const api = useApi();
  const [params, setParams] = useSearchParams();
  const tab = parseTab(params);
  const list = useInfiniteQuery(requestsQuery(api, tab));
  const { data: counts } = useQuery(requestCountsQuery(api));
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const show = (next: Tab) => setParams(next === "all" ? {} : { status: next }, { replace: true });

  return (
    <>
      <Bar title="AI Appointments" meta={counts?.all} />
      <Page label="AI Appointments">
        <div className="grid gap-5">
          <FilterBar>
            <Segmented
              label="Show"
              value={tab}
              onValueChange={show}
              options={TABS.map(([value, label]) => ({
                value,
                label: (
                  <>
                    {label}{" "}
                    <span className="num faint">{counts?.[value].toLocaleString("en-US")}</span>
                  </>
                ),
              }))}
            />
          </FilterBar>
          {list.error && !list.data ? (
            <LoadFailed query={list} />
          ) : (
            <RequestCards
              list={list}
              tab={tab}
              total={counts?.all}
              onApprove={(request) => setOpened({ action: "approve", request })}
              onReject={(request) => setOpened({ action: "reject", request })}
              onShowAll={() => show("all")}
            />
          )}
        </div>
      </Page>
      {opened?.action === "approve" && <ApproveDialog request={opened.request} onClose={close} />}
      {opened?.action === "reject" && (
        <ActDialog
          act={potentialAppointments.reject}
          input={{ params: { id: opened.request.id } }}
          done="Request rejected"
          busy="Rejecting..."
          onClose={close}
          title="Reject this request?"
          description={`Nothing will be booked for ${formatPhone(nameOf(opened.request))}, and we won't notify the caller. You can reopen the request later.`}
          action="Reject"
        />
      )}
    </>
  );
}
