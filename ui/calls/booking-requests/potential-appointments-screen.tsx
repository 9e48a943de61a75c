import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import CircleAlert from "lucide-react/icons/circle-alert";
import { useState } from "react";
import { useSearchParams } from "wouter";
import type { PotentialAppointment } from "#src/calls/booking-requests/contract.ts";
import { useApi, wordsOf } from "#ui/api.ts";
import { lateDialog } from "#ui/kit/lazy-dialog.tsx";
import { Note } from "#ui/kit/notice.tsx";
import { Bar } from "#ui/shell/layout/bar.tsx";
import { Page } from "#ui/shell/layout/page.tsx";
import { requestCountsQuery } from "#ui/shell/layout/pending-queries.ts";
import { requestsQuery, type Tab, tabFrom } from "./queries.ts";
import { RejectDialog } from "./reject-dialog.tsx";
import { RequestCards } from "./request-cards.tsx";
import { Tabs } from "./tabs.tsx";

const ApproveDialog = lateDialog(async () => (await import("./approve-dialog.tsx")).ApproveDialog);

interface Asked {
  readonly act: "approve" | "reject";
  readonly request: PotentialAppointment;
}

export function PotentialAppointmentsScreen() {
  const api = useApi();
  const [params, setParams] = useSearchParams();
  const tab = tabFrom(params);
  const list = useInfiniteQuery(requestsQuery(api, tab));
  const { data: counts } = useQuery(requestCountsQuery(api));
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  const show = (next: Tab) => setParams(next === "all" ? {} : { status: next }, { replace: true });

  return (
    <>
      <Bar title="AI Appointments" meta={counts?.all} />
      <Page label="AI Appointments">
        <div className="grid gap-5">
          <Tabs tab={tab} counts={counts} onShow={show} />
          {list.error && !list.data ? (
            <Note tone="bad" icon={CircleAlert}>
              {wordsOf(list.error)}
            </Note>
          ) : (
            <RequestCards
              list={list}
              tab={tab}
              total={counts?.all}
              onApprove={(request) => setAsked({ act: "approve", request })}
              onReject={(request) => setAsked({ act: "reject", request })}
              onShowAll={() => show("all")}
            />
          )}
        </div>
      </Page>
      {asked?.act === "approve" && <ApproveDialog request={asked.request} onClose={close} />}
      {asked?.act === "reject" && <RejectDialog request={asked.request} onClose={close} />}
    </>
  );
}
