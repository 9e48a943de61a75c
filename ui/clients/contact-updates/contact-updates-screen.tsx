import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import UserRoundPen from "lucide-react/icons/user-round-pen";
import { useLocation, useSearch } from "wouter";
import { useApi } from "#ui/api.ts";
import { EmptyState } from "#ui/kit/empty-state.tsx";
import { useAllPages } from "#ui/shell/data/all-pages.ts";
import { LoadFailed } from "#ui/shell/data/load-failed.tsx";
import { Bar } from "#ui/shell/layout/bar.tsx";
import { Panes } from "#ui/shell/layout/panes.tsx";
import { waitingUpdatesQuery } from "#ui/shell/layout/pending-queries.ts";
import { parseChosenId, updatesQuery } from "./queries.ts";
import { RequestList } from "./request-list.tsx";
import { RequestPanel } from "./request-panel.tsx";

const HOME = "/contact-updates";

export function ContactUpdatesScreen() {
  const api = useApi();
  const list = useInfiniteQuery(updatesQuery(api));
  const { rows: requests } = useAllPages(list);
  const { error } = list;
  const { data: count } = useQuery(waitingUpdatesQuery(api));
  const [, navigate] = useLocation();
  const id = parseChosenId(useSearch());
  const chosen = requests?.find((request) => request.id === id);
  const waiting = count ?? requests?.length;

  return (
    <>
      <Bar title="Contact Updates" />
      <Panes
        label="Contact Updates"
        title={`Pending Requests (${waiting ?? 0})`}
        open={chosen !== undefined}
        list={
          error && !requests ? (
            <LoadFailed query={list} className="m-1.5" />
          ) : (
            <RequestList requests={requests} chosen={chosen?.id} />
          )
        }
      >
        {chosen ? (
          <RequestPanel key={chosen.id} request={chosen} onClose={() => navigate(HOME)} />
        ) : (
          requests?.length !== 0 && (
            <div className="grid flex-1 place-items-center">
              <EmptyState level={3} icon={UserRoundPen} title="Select a request">
                Then choose the contact to update.
              </EmptyState>
            </div>
          )
        )}
      </Panes>
    </>
  );
}
