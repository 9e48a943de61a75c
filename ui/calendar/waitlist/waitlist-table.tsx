import type { Employee } from "#src/calendar/employees/contract.ts";
import type { WaitlistEntry } from "#src/calendar/waitlist/contract.ts";
import { ListTable } from "#ui/kit/table.tsx";
import { EntryRow } from "./entry-row.tsx";

const COLUMNS = [
  { head: "Client", of: "person" },
  { head: "Status", of: "badge", className: "aside" },
  { head: "Wants", of: "text" },
  { head: "When", of: "text" },
  { head: "Since", of: "text" },
  { head: "Actions", hidden: true, of: "nothing" },
] as const;

interface WaitlistTableProps {
  /** Undefined while they load. */
  entries: readonly WaitlistEntry[] | undefined;
  employees: readonly Employee[];
  onRemove: (entry: WaitlistEntry) => void;
}

export function WaitlistTable({ entries, employees, onRemove }: WaitlistTableProps) {
  return (
    <ListTable label="Clients on the waitlist" columns={COLUMNS} rows={entries}>
      {(entry) => (
        <EntryRow
          key={entry.id}
          entry={entry}
          employees={employees}
          onRemove={() => onRemove(entry)}
        />
      )}
    </ListTable>
  );
}
