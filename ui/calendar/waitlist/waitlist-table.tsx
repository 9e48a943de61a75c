import type { Employee } from "#src/calendar/employees/contract.ts";
import type { WaitlistEntry } from "#src/calendar/waitlist/contract.ts";
import { Card } from "#ui/kit/card.tsx";
import { SkeletonRows, Table } from "#ui/kit/table.tsx";
import { EntryRow } from "./entry-row.tsx";

const COLUMNS = [
  { of: "person" },
  { of: "badge", className: "aside" },
  { of: "text" },
  { of: "text" },
  { of: "text" },
  { of: "nothing" },
] as const;

interface WaitlistTableProps {
  /** Undefined while they load. */
  entries: readonly WaitlistEntry[] | undefined;
  employees: readonly Employee[];
  onRemove: (entry: WaitlistEntry) => void;
}

/** A table, or cards where it does not fit. */
export function WaitlistTable({ entries, employees, onRemove }: WaitlistTableProps) {
  return (
    <Card className="overflow-hidden">
      <Table label="Clients on the waitlist" className="cards" busy={!entries}>
        <thead>
          <tr>
            <th scope="col">Client</th>
            <th scope="col">Status</th>
            <th scope="col">Wants</th>
            <th scope="col">When</th>
            <th scope="col">Since</th>
            <th scope="col">
              <span className="sr">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {entries ? (
            entries.map((entry) => (
              <EntryRow
                key={entry.id}
                entry={entry}
                employees={employees}
                onRemove={() => onRemove(entry)}
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
