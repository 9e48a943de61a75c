import MessageCircle from "lucide-react/icons/message-circle";
import { useId } from "react";
import { useLocation } from "wouter";
import { Button } from "#ui/kit/button.tsx";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { useAct } from "#ui/shell/data/act.ts";

interface MessageButtonProps {
  contactId: number;
  /** Why the client can't be texted. */
  barrier: string | null | undefined;
  /** The client's name, where only the icon fits. */
  iconFor?: string;
  /** The client's name, in a row of a table that has room only for the word. */
  wordFor?: string;
}

/** Opens the conversation. For a client who can't be texted it isn't live, and a press says why. */
export function MessageButton({ contactId, barrier, iconFor, wordFor }: MessageButtonProps) {
  const message = useMessage();
  const toasts = useToasts();
  const reason = useId();
  const button = {
    onClick: () =>
      barrier
        ? toasts.error("Can't text this client", barrier)
        : message.run({ body: { contactId } }),
    ...(barrier && { "aria-disabled": true, "aria-describedby": reason }),
  };
  return (
    <>
      {iconFor === undefined ? (
        <Button
          {...button}
          {...(wordFor === undefined
            ? { icon: MessageCircle }
            : { size: "tiny", "aria-label": `Message ${wordFor}` })}
          busy={message.isPending && "Opening..."}
          data-tip={barrier ?? undefined}
        >
          Message
        </Button>
      ) : (
        <IconButton
          {...button}
          icon={MessageCircle}
          label={`Message ${iconFor}`}
          tip={barrier ?? "Message"}
          disabled={message.isPending}
        />
      )}
      {barrier && (
        <span id={reason} hidden>
          {barrier}
        </span>
      )}
    </>
  );
}

/** Opens the conversation with a contact. */
export function useMessage() {
  const [, navigate] = useLocation();
  return useAct(async () => (await import("#src/messaging/inbox/contract.ts")).inbox.start, {
    onDone: ({ id }) => navigate(`/inbox?c=${id}`),
  });
}
