import Megaphone from "lucide-react/icons/megaphone";
import { memo, useState } from "react";
import { inbox, type Message } from "#src/messaging/inbox/contract.ts";
import { classes } from "#ui/kit/classes.ts";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { formatClock, wallTime } from "#ui/shell/format/dates.ts";
import { MessageMedia } from "./message-media.tsx";
import { isFailed, isSending, receiptOf } from "./receipt.ts";

interface MessageRunProps {
  /** Of one direction, status and moment. */
  messages: readonly Message[];
  timeZone: string;
  /** The client's. */
  name: string;
  retryable: ReadonlySet<number>;
  /** The message that the address names. */
  found: number | undefined;
}

export function MessageRun({ messages, timeZone, name, retryable, found }: MessageRunProps) {
  const last = messages.at(-1);
  if (!last) return null;
  return (
    <>
      {messages.map((message) => (
        <Bubble
          key={message.id}
          message={message}
          last={message === last}
          name={name}
          found={message.id === found}
        />
      ))}
      <Meta message={last} timeZone={timeZone} canRetry={retryable.has(last.id)} />
    </>
  );
}

const BUBBLE =
  "max-w-[min(76%,440px)] whitespace-pre-wrap rounded-[18px] wrap-anywhere phone:max-w-[84%] phone:text-lead phone:leading-[22px]";
const LOOKS = {
  inbound: "self-start bg-trough px-3.5 py-[9px] text-lead",
  outbound: "self-end bg-bubble px-3.5 py-[9px] text-lead text-on-accent",
  failed: "self-end px-3.5 py-[9px] text-lead inset-ring inset-ring-bad",
  campaign: "self-end border border-line-2 px-3.5 py-2.5 text-base",
};

interface BubbleProps {
  message: Message;
  last: boolean;
  name: string;
  found: boolean;
}

const Bubble = memo(({ message, last, name, found }: BubbleProps) => {
  const { direction, purpose, campaignName, body, media } = message;
  const look = lookOf(message);
  const who = direction === "inbound" ? `${name}: ` : "You: ";
  return (
    <>
      {media.length > 0 && (
        <MessageMedia message={message} name={name} found={found && body === ""} />
      )}
      {(body !== "" || media.length === 0) && (
        <div
          data-message={message.id}
          className={classes(
            BUBBLE,
            found && "outline-2 outline-focus outline-offset-2",
            LOOKS[look],
            last && (direction === "inbound" ? "rounded-bl-[5px]" : "rounded-br-[5px]"),
            // Opaque: at 60% opacity, the text would lose its contrast.
            isSending(message) && "brightness-85",
          )}
        >
          <span className="sr">
            {found && "Found: "}
            {who}
          </span>
          {purpose === "campaign" && (
            <span className="flex items-center gap-2 min-w-0 xs dim mb-1">
              <Icon of={Megaphone} size="s" />
              <span className="clip">{campaignName ?? "Campaign"}</span>
            </span>
          )}
          {body}
        </div>
      )}
    </>
  );
});

function lookOf(message: Message): keyof typeof LOOKS {
  if (message.direction === "inbound") return "inbound";
  if (message.purpose === "campaign") return "campaign";
  return isFailed(message) ? "failed" : "outbound";
}

const CAPTIONS: Readonly<Partial<Record<Message["purpose"], string>>> = {
  keyword: "Automatic reply",
  "thank-you": "Thank-you",
  reminder: "Reminder",
  billing: "Payment notice",
  payment: "Payment",
  invite: "Invitation",
  confirmation: "Confirmation",
  "visit-change": "Appointment changed",
  decline: "Booking declined",
  "missed-call": "Missed call",
  offer: "Waitlist offer",
  marketing: "Automatic offer",
};

interface MetaProps {
  message: Message;
  timeZone: string;
  canRetry: boolean;
}

function Meta({ message, timeZone, canRetry }: MetaProps) {
  const receipt = receiptOf(message);
  const time = formatClock(wallTime(message.createdAt, timeZone));
  const parts = [
    !receipt?.bad && time,
    message.direction === "outbound" && CAPTIONS[message.purpose],
    receipt?.label,
  ];
  // A campaign's icon is shown above its text.
  const icon = message.purpose === "campaign" && !receipt?.bad ? undefined : receipt?.icon;

  return (
    <div
      className={classes(
        "xs num flex items-center gap-[5px] px-1.5 pt-0.5 pb-3",
        // As wide as its bubble.
        receipt?.bad ? "max-w-[min(76%,440px)] phone:max-w-[84%]" : "max-w-full",
        message.direction === "outbound" && "self-end",
        receipt?.bad ? "bad" : "faint",
      )}
    >
      {icon && <Icon of={icon} size="s" />}
      <span>{parts.filter(Boolean).join(" · ")}</span>
      {canRetry && <RetryButton message={message} />}
    </div>
  );
}

function RetryButton({ message }: { message: Message }) {
  const [asking, setAsking] = useState(false);
  const doubtful = message.status === "unknown";
  const { run, isPending } = useAct(inbox.retry, {
    onRefreshed: () => setAsking(false),
    errors() {
      setAsking(false);
      return { title: "Failed to send message", fallback: "This contact may have opted out" };
    },
  });
  const retry = () =>
    isPending || run({ params: { id: message.id }, body: { evenIfItArrived: doubtful } });

  return (
    <>
      <button
        type="button"
        className="min-h-6 flex-none font-label underline"
        aria-disabled={isPending}
        onClick={() => {
          if (doubtful) setAsking(true);
          else retry();
        }}
      >
        {isPending ? "Retrying..." : "Retry"}
      </button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Send This Text Again?"
        description="It may have arrived. If it did, the client will get it twice."
        action="Send Again"
        harmless
        busy={isPending && "Sending..."}
        onConfirm={() => retry()}
      />
    </>
  );
}
