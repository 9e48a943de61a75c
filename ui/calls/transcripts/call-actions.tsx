import { useMutation } from "@tanstack/react-query";
import MessageCircle from "lucide-react/icons/message-circle";
import Phone from "lucide-react/icons/phone";
import { useLocation } from "wouter";
import type { CallTranscript } from "#src/calls/transcripts/contract.ts";
import { inbox } from "#src/messaging/inbox/contract.ts";
import { mayOpen } from "#src/shared/permissions.ts";
import { useApi } from "#ui/api.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Button } from "#ui/kit/button.tsx";
import { buttonClass } from "#ui/kit/button-class.ts";
import { DialogFooter } from "#ui/kit/dialog.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { tellError } from "#ui/shell/data/error-toast.ts";

/** The ways to answer; nothing where there is none. */
export function CallActs({ call: { matchedContact, callerNumber } }: { call: CallTranscript }) {
  const { user } = useCurrentUser();
  const text = useMessage();
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
          onClick={() => text.mutate(matchedContact.id)}
        >
          Message
        </Button>
      )}
    </DialogFooter>
  );
}

/** Opens the conversation, a new one if need be. */
function useMessage() {
  const api = useApi();
  const toasts = useToasts();
  const [, navigate] = useLocation();
  return useMutation({
    mutationFn: (contactId: number) => api(inbox.start, { body: { contactId } }),
    onSuccess: ({ id }) => navigate(`/inbox?c=${id}`),
    onError: (error) => tellError(toasts, error),
  });
}
