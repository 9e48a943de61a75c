import { useInfiniteQuery } from "@tanstack/react-query";
import Repeat from "lucide-react/icons/repeat";
import { useState } from "react";
import type { Subscription } from "#src/billing/subscriptions/contract.ts";
import { useApi } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { Card } from "#ui/kit/card.tsx";
import { EmptyState } from "#ui/kit/empty-state.tsx";
import { lazyDialog } from "#ui/kit/lazy-dialog.tsx";
import { useAllPages } from "#ui/shell/data/all-pages.ts";
import { LoadFailed } from "#ui/shell/data/load-failed.tsx";
import { useAddress } from "#ui/shell/data/use-address.ts";
import { Bar } from "#ui/shell/layout/bar.tsx";
import { Page } from "#ui/shell/layout/page.tsx";
import { Figures } from "./figures.tsx";
import { filterSubscriptions, parseFilters } from "./filter-subscriptions.ts";
import { Filters } from "./filters.tsx";
import { subscriptionsQuery } from "./queries.ts";
import { SubscriptionList } from "./subscription-list.tsx";

const DetailsDialog = lazyDialog(async () => (await import("./details-dialog.tsx")).DetailsDialog);
const CancelDialog = lazyDialog(async () => (await import("./cancel-dialog.tsx")).CancelDialog);

export function SubscriptionsScreen() {
  const list = useInfiniteQuery(subscriptionsQuery(useApi()));
  const { rows: all, isComplete } = useAllPages(list);
  const { error } = list;
  const [params, show] = useAddress();
  const [opened, setOpened] = useState<{ id: number; action: "view" | "cancel" }>();
  const filters = parseFilters(params);
  const visible = all && filterSubscriptions(all, filters);
  const about = all?.find(({ id }) => id === opened?.id);
  const open = (action: "view" | "cancel") => (subscription: Subscription) =>
    setOpened({ id: subscription.id, action });
  const close = () => setOpened(undefined);

  return (
    <>
      <Bar title="Subscriptions" meta={isComplete ? all?.length : undefined} />
      <Page label="Subscriptions">
        <div className="grid gap-5">
          {(all || !error) && (
            <>
              <Figures all={isComplete ? all : undefined} />
              <Filters filters={filters} all={all ?? []} onChange={show} />
            </>
          )}
          {error && !all ? (
            <LoadFailed query={list} />
          ) : all?.length === 0 ? (
            <EmptyState icon={Repeat} title="No subscriptions yet">
              Clients who join a membership and pay appear here.
            </EmptyState>
          ) : isComplete && visible?.length === 0 ? (
            <EmptyState
              title="No subscriptions found"
              action={
                <Button onClick={() => show({ q: "", status: "", membership: "" })}>Reset</Button>
              }
            >
              Nothing matches the search and filters.
            </EmptyState>
          ) : (
            <Card aria-busy={!visible}>
              <SubscriptionList
                subscriptions={visible}
                onView={open("view")}
                onCancel={open("cancel")}
              />
            </Card>
          )}
        </div>
      </Page>
      {about && opened?.action === "view" && (
        <DetailsDialog
          subscription={about}
          onClose={close}
          onCancel={() => setOpened({ id: about.id, action: "cancel" })}
        />
      )}
      {about && opened?.action === "cancel" && (
        <CancelDialog subscription={about} onClose={close} />
      )}
    </>
  );
}
