import { useState } from "react";
import { appointments } from "#src/calendar/appointments/contract.ts";
import type { AffectedVisit } from "#src/calendar/hours/contract.ts";
import { formatCount } from "#src/shared/format-count.ts";
import { Button } from "#ui/kit/button.tsx";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { useAct } from "#ui/shell/data/act.ts";

interface CancelAllProps {
  visits: readonly AffectedVisit[];
  disabled: boolean;
  /** The button's label. */
  label: string;
  variant?: "quiet-bad";
}

/** Cancels these visits after one question. */
export function CancelAll({ visits, disabled, label, variant }: CancelAllProps) {
  const [isAsking, setAsking] = useState(false);
  const cancel = useAct(appointments.cancelAll, {
    done: ({ canceled, texted }) => ({
      title: `${formatCount(canceled, "visit")} canceled`,
      description:
        texted === 0 ? "No client will be texted." : `${formatCount(texted, "text")} will go out.`,
    }),
    onDone: () => setAsking(false),
    errors: "inline",
  });
  const texted = visits.filter(({ canText }) => canText);
  const clients = new Set(texted.map(({ id, contactId }) => contactId ?? `visit ${id}`)).size;
  const count = formatCount(visits.length, "visit");

  return (
    <>
      <Button size="tiny" {...{ variant, disabled }} onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={`Cancel ${count}?`}
        description={`${describeClients(clients, visits.length - texted.length)} Paid deposits are refunded.`}
        action={label}
        cancel="Keep Them"
        busy={cancel.isPending && "Canceling..."}
        error={cancel.errorMessage}
        onConfirm={() =>
          cancel.run({
            body: {
              visits: visits.map(({ id, appointmentDate }) => ({ id, appointmentDate })),
              notify: true,
            },
          })
        }
        onClose={() => setAsking(false)}
      />
    </>
  );
}

/** "12 clients will get a text. For 1 visit, the client can't be texted." */
function describeClients(clients: number, untexted: number): string {
  const told =
    clients === 0
      ? "No client can be texted."
      : `${formatCount(clients, "client")} will get a text.`;
  return untexted === 0 || clients === 0
    ? told
    : `${told} For ${formatCount(untexted, "visit")}, the client can't be texted.`;
}
