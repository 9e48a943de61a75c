import Trash2 from "lucide-react/icons/trash-2";
import type { Employee } from "#src/calendar/employees/contract.ts";
import { timeOff as endpoints, type TimeOff } from "#src/calendar/time-off/contract.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#ui/kit/dialog.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { formatSpan } from "./format-span.ts";

interface TimeOffDetailsProps {
  timeOff: TimeOff;
  employees: readonly Employee[];
  onClose: () => void;
}

/** Time off or a block of the calendar, which administrators may delete. */
export function TimeOffDetails({ timeOff, employees, onClose }: TimeOffDetailsProps) {
  const { user } = useCurrentUser();
  const isBlock = timeOff.kind === "block";
  const remove = useAct(endpoints.remove, {
    done: isBlock ? "Block deleted" : "Time off deleted",
    onDone: onClose,
  });
  const name = employees.find(({ id }) => id === timeOff.employeeId)?.name ?? "The whole salon";
  return (
    <Dialog
      onClose={onClose}
      title={isBlock ? "Blocked Time" : "Time Off"}
      description={`${name}, ${formatSpan(timeOff)}`}
    >
      {timeOff.reason !== "" && (
        <DialogBody>
          <p>{timeOff.reason}</p>
        </DialogBody>
      )}
      <DialogFooter>
        {user?.role === "admin" && (
          <Button
            variant="quiet-bad"
            icon={Trash2}
            busy={remove.isPending && "Deleting..."}
            onClick={() => remove.run({ params: { id: timeOff.id } })}
          >
            Delete
          </Button>
        )}
        <Button onClick={onClose}>Close</Button>
      </DialogFooter>
    </Dialog>
  );
}
