import type { Appointment } from "#src/calendar/appointments/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { useAct } from "#ui/shell/data/act.ts";

interface MarkArrivedProps {
  visit: Appointment;
  name: string;
  /** Runs once the visit is shown as arrived, or, after Undo, as before. */
  onMarked?: () => void;
}

/** Marks the client of a visit as here, with Undo. */
export function MarkArrived({ visit, name, onMarked }: MarkArrivedProps) {
  const params = { id: visit.id };
  const before = visit.status === "confirmed" ? "confirmed" : "booked";
  const { run, isPending } = useAct(
    async () => (await import("#src/calendar/appointments/contract.ts")).appointments.change,
    {
      done: ({ status }) =>
        status === "arrived"
          ? {
              title: `${name} has arrived`,
              undo: () => run({ params, body: { status: before } }),
            }
          : undefined,
      onRefreshed: onMarked,
      errors: "Couldn't mark the visit",
    },
  );
  return (
    <Button
      className="relative"
      aria-label={`Mark Arrived: ${name}`}
      disabled={isPending}
      onClick={() => run({ params, body: { status: "arrived" } })}
    >
      Mark Arrived
    </Button>
  );
}
