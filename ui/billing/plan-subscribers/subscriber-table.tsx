import type { PlanSubscriber } from "#src/billing/plan-subscribers/contract.ts";
import { Card } from "#ui/kit/card.tsx";
import { SkeletonRows, Table } from "#ui/kit/table.tsx";
import { type SubscriberAction, SubscriberRow } from "./subscriber-row.tsx";

interface SubscriberTableProps {
  /** Undefined while they load. */
  subscribers: readonly PlanSubscriber[] | undefined;
  onAction: (id: number, action: SubscriberAction) => void;
}

const COLUMNS = [
  { of: "person" },
  { of: "badge", className: "aside" },
  { of: "text" },
  { of: "number" },
  { of: "number" },
  { of: "text" },
  { of: "text" },
  { of: "nothing" },
] as const;

/** A table, or cards where it does not fit. */
export function SubscriberTable({ subscribers, onAction }: SubscriberTableProps) {
  return (
    <Card className="overflow-hidden">
      <Table label="Subscribers" className="cards" busy={!subscribers}>
        <thead>
          <tr>
            <th scope="col">Client</th>
            <th scope="col">Status</th>
            <th scope="col">Plan</th>
            <th scope="col" className="r">
              Total
            </th>
            <th scope="col" className="r">
              Remaining
            </th>
            <th scope="col">Next payment</th>
            <th scope="col">Started</th>
            <th scope="col">
              <span className="sr">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {subscribers ? (
            subscribers.map((subscriber) => (
              <SubscriberRow
                key={subscriber.id}
                subscriber={subscriber}
                onAction={(action) => onAction(subscriber.id, action)}
              />
            ))
          ) : (
            <SkeletonRows columns={COLUMNS} />
          )}
        </tbody>
      </Table>
    </Card>
  );
}
