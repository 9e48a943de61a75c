import { useMutation } from "@tanstack/react-query";
import MessageCircle from "lucide-react/icons/message-circle";
import Phone from "lucide-react/icons/phone";
import { Link, useLocation } from "wouter";
import type { CallTranscript } from "#src/call-transcripts/contract.ts";
import { inbox } from "#src/inbox/contract.ts";
import { mayOpen } from "#src/shared/permissions.ts";
import { useCall, wordsOf } from "#ui/api.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { Button } from "#ui/kit/button.tsx";
import { buttonClass } from "#ui/kit/button-class.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { callerNameOf, numberWords } from "./names.ts";

/** Who called, and the ways to answer. */
export function CallWho({ call }: { call: CallTranscript }) {
  const { user } = useCurrentUser();
  const { matchedContact, callerNumber } = call;
  const name = callerNameOf(call);
  const text = useMessage();
  const mayRead = user && mayOpen(user, "/contacts");
  return (
    <>
      <Avatar id={matchedContact?.id ?? `call ${call.id}`} name={name} size="m" />
      <div className="min-w-40 grow">
        <h2 className="h2 num clip">
          {matchedContact && mayRead ? (
            <Link href={`/contacts/${matchedContact.id}`} className="hover:underline">
              {name}
            </Link>
          ) : (
            (name ?? numberWords(call))
          )}
        </h2>
        <p className="sm dim num">
          {name !== undefined && numberWords(call)}
          {!matchedContact && (
            <span className="faint">
              {name !== undefined && " · "}
              {callerNumber === null ? "Nobody knows who called" : "not among the contacts"}
            </span>
          )}
        </p>
      </div>
      <div className="flex gap-2 phone:w-full phone:[&>*]:flex-1">
        {matchedContact && user && mayOpen(user, "/inbox") && (
          <Button
            icon={MessageCircle}
            busy={text.isPending && "Opening..."}
            onClick={() => text.mutate(matchedContact.id)}
          >
            Message
          </Button>
        )}
        {callerNumber?.startsWith("+") && (
          <a href={`tel:${callerNumber}`} className={buttonClass({})}>
            <Icon of={Phone} />
            Call Back
          </a>
        )}
      </div>
    </>
  );
}

/** Opens the conversation, a new one if need be. */
function useMessage() {
  const call = useCall();
  const toasts = useToasts();
  const [, navigate] = useLocation();
  return useMutation({
    mutationFn: (contactId: number) => call(inbox.start, { body: { contactId } }),
    onSuccess: ({ id }) => navigate(`/inbox?c=${id}`),
    onError: (error) =>
      toasts.show({ title: "Error", description: wordsOf(error), kind: "destructive" }),
  });
}
