import MessageCircle from "lucide-react/icons/message-circle";
import Phone from "lucide-react/icons/phone";
import { useLocation } from "wouter";
import type { CallTranscript } from "#src/calls/transcripts/contract.ts";
import { inbox } from "#src/messaging/inbox/contract.ts";
import { mayOpen } from "#src/shared/permissions.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Button } from "#ui/kit/button.tsx";
import { buttonClass } from "#ui/kit/button-class.ts";
import { DialogFooter } from "#ui/kit/dialog.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { useAct } from "#ui/shell/data/act.ts";

/** Call back and message buttons; renders nothing without either. */
export function CallActions({ call: { matchedContact, callerNumber } }: { call: CallTranscript }) {
  const { user } = useCurrentUser();
  const [, navigate] = useLocation();
  const text = useAct(inbox.start, { onDone: ({ id }) => navigate(`/inbox?c=${id}`) });
  const mayText = matchedContact && user && mayOpen(user, "/inbox");
  const mayCall = callerNumber?.startsWith("+");
  if (!mayText && !mayCall) return null;
  return (
    <DialogFooter>
      {mayCall && (
        <a href={`tel:${callerNumber}`} className={buttonClass({})}>
          <Icon of={Phone} />
          Call Back
        </a>
      )}
      {mayText && (
        <Button
          icon={MessageCircle}
          busy={text.isPending && "Opening..."}
          onClick={() => text.run({ body: { contactId: matchedContact.id } })}
        >
          Message
        </Button>
      )}
    </DialogFooter>
  );
}
