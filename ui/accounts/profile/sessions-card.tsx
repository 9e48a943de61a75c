import { useState } from "react";
import type { Session } from "#src/accounts/profile/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { Card, CardHead } from "#ui/kit/card.tsx";
import { EndSessionsDialog } from "./end-sessions-dialog.tsx";
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
