import type { PlanSubscriber } from "#src/billing/plan-subscribers/contract.ts";
import { ListTable } from "#ui/kit/table.tsx";
import { type SubscriberAction, SubscriberRow } from "./subscriber-row.tsx";

interface SubscriberTableProps {
  /** Undefined while they load. */
  subscribers: readonly PlanSubscriber[] | undefined;
  onAction: (id: number, action: SubscriberAction) => void;
}

const COLUMNS = [
  { head: "Client", of: "person" },
  { head: "Status", of: "badge", className: "aside" },
  { head: "Plan", of: "text" },
  { head: "Total", of: "number" },
  { head: "Remaining", of: "number" },
  { head: "Next payment", of: "text" },
  { head: "Started", of: "text" },
  { head: "Actions", hidden: true, of: "nothing" },
] as const;

export function SubscriberTable({ subscribers, onAction }: SubscriberTableProps) {
  return (
    <ListTable label="Subscribers" columns={COLUMNS} rows={subscribers}>
      {(subscriber) => (
        <SubscriberRow
          key={subscriber.id}
          subscriber={subscriber}
          onAction={(action) => onAction(subscriber.id, action)}
        />
      )}
    </ListTable>
  );
}
