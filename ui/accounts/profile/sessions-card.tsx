import { useState } from "react";
import { account, type Session } from "#src/accounts/profile/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { Card, CardHead } from "#ui/kit/card.tsx";
import { ActDialog } from "#ui/shell/data/act-dialog.tsx";
import { SessionRow } from "./session-row.tsx";

export function SessionsCard({ sessions }: { sessions: readonly Session[] }) {
  const [ending, setEnding] = useState<Session | "others">();
  const close = () => setEnding(undefined);
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
      {ending === "others" && (
        <ActDialog
          act={account.endOtherSessions}
          input={undefined}
          done="All other sessions ended"
          busy="Ending..."
          onClose={close}
          title="End all other sessions"
          description="You'll need to sign in again everywhere else."
          action="End all others"
        />
      )}
      {ending && ending !== "others" && (
        <ActDialog
          act={account.endSession}
          input={{ params: { id: ending.id } }}
          done="Session ended"
          busy="Ending..."
          onClose={close}
          title="End this session"
          description={`You'll need to sign in again on ${ending.device}.`}
          action="End session"
        />
      )}
    </Card>
  );
}
