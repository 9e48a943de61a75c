import { useState } from "react";
import { account, type Session } from "#src/accounts/profile/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { Card, CardHead } from "#ui/kit/card.tsx";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { SessionRow } from "./session-row.tsx";

export function SessionsCard({ sessions }: { sessions: readonly Session[] }) {
  const [ending, setEnding] = useState<Session | "others">();
  return (
    <Card aria-label="Sessions">
      <CardHead title="Sessions">
        {sessions.length > 1 && (
          <Button variant="quiet" size="tiny" onClick={() => setEnding("others")}>
            End all others
          </Button>
        )}
      </CardHead>
      <ul>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => setEnding(session)} />
        ))}
      </ul>
      {ending && <EndSessionsDialog ending={ending} onClose={() => setEnding(undefined)} />}
    </Card>
  );
}

interface EndSessionsDialogProps {
  ending: Session | "others";
  onClose: () => void;
}

function EndSessionsDialog({ ending, onClose }: EndSessionsDialogProps) {
  const others = ending === "others";
  const endOne = useAct(account.endSession, {
    done: "Session ended",
    onDone: onClose,
    errors: "inline",
  });
  const endOthers = useAct(account.endOtherSessions, {
    done: "All other sessions ended",
    onDone: onClose,
    errors: "inline",
  });
  const { isPending, errorMessage } = others ? endOthers : endOne;

  return (
    <ConfirmDialog
      onClose={onClose}
      title={others ? "End all other sessions" : "End this session"}
      description={
        others
          ? "You'll need to sign in again everywhere else."
          : `You'll need to sign in again on ${ending.device}.`
      }
      action={others ? "End all others" : "End session"}
      busy={isPending && "Ending..."}
      error={errorMessage}
      onConfirm={() => (others ? endOthers.run() : endOne.run({ params: { id: ending.id } }))}
    />
  );
}
