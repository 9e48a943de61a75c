import Hourglass from "lucide-react/icons/hourglass";
import { useState } from "react";
import type { Waiting } from "#src/calendar/online-booking/contract.ts";
import { PublicPage } from "#ui/billing/client-pages/public-page.tsx";
import { formatSpan, formatTimes } from "#ui/calendar/waitlist/format-preferences.ts";
import { Button } from "#ui/kit/button.tsx";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { keepTogether } from "./format.ts";
import { loadBooking } from "./queries.ts";

interface JoinedPageProps {
  entry: Waiting;
  phone: string;
  /** The first name of the chosen employee. */
  employeeName: string | undefined;
  consent: string;
  onClose: () => void;
}

export function JoinedPage({ entry, phone, employeeName, consent, onClose }: JoinedPageProps) {
  const [hasLeft, setLeft] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const leave = useAct(async () => (await loadBooking()).leave, {
    onDone: () => setLeft(true),
    errors: { fallback: "We couldn't take you off the waitlist" },
  });
  return (
    <PublicPage
      title={hasLeft ? "You left the waitlist" : "You're on the waitlist"}
      intro={hasLeft ? "We won't text you offers for it." : `Offers go to ${phone}.`}
      short
    >
      {!hasLeft && (
        <>
          <div className="book-panel grid gap-2 p-4">
            <p className="flex items-center gap-2 min-w-0 h3" role="status">
              <Icon of={Hourglass} />
              {entry.serviceName} with {employeeName ?? "anyone"}
            </p>
            <p className="dim num">{keepTogether(`${formatTimes(entry)}, ${formatSpan(entry)}`)}</p>
          </div>
          <p className="sm dim">{consent}</p>
        </>
      )}
      <Button variant={hasLeft ? "primary" : "secondary"} fill onClick={onClose}>
        Book a Visit
      </Button>
      {!hasLeft && (
        <Button variant="quiet-bad" fill onClick={() => setAsking(true)}>
          Leave the Waitlist
        </Button>
      )}
      <ConfirmDialog
        open={isAsking && !hasLeft}
        onClose={() => setAsking(false)}
        title="Leave the Waitlist?"
        description="You'll lose your place and won't get any offers."
        action="Leave the Waitlist"
        cancel="Stay"
        busy={leave.isPending && "Leaving..."}
        onConfirm={() => leave.run({ params: { token: entry.token } })}
      />
    </PublicPage>
  );
}
