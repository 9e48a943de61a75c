import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "wouter";
import type { PotentialAppointment } from "#src/calls/booking-requests/contract.ts";
import { useApi } from "#ui/api.ts";
import { lazyDialog } from "#ui/kit/lazy-dialog.tsx";
import { LoadFailed } from "#ui/shell/data/load-failed.tsx";
import { Bar } from "#ui/shell/layout/bar.tsx";
import { Page } from "#ui/shell/layout/page.tsx";
import { requestCountsQuery } from "#ui/shell/layout/pending-queries.ts";
import { parseTab, requestsQuery, type Tab } from "./queries.ts";
import { RejectDialog } from "./reject-dialog.tsx";
import { RequestCards } from "./request-cards.tsx";
import { Tabs } from "./tabs.tsx";

const ApproveDialog = lazyDialog(async () => (await import("./approve-dialog.tsx")).ApproveDialog);

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
          <Tabs tab={tab} counts={counts} onShow={show} />
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
      {opened?.action === "reject" && <RejectDialog request={opened.request} onClose={close} />}
    </>
  );
}
