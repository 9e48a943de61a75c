import { useInfiniteQuery } from "@tanstack/react-query";
import Megaphone from "lucide-react/icons/megaphone";
import type { TextEntry } from "#src/clients/profile/contract.ts";
import { MINUTE_MS } from "#src/shared/durations.ts";
import { mayOpen } from "#src/shared/permissions.ts";
import { useApi } from "#ui/api.ts";
import { useMessage } from "#ui/clients/parts/message-button.tsx";
import { useCurrentUser } from "#ui/current-user.ts";
import { Button } from "#ui/kit/button.tsx";
import { Card, CardHead } from "#ui/kit/card.tsx";
import { classes } from "#ui/kit/classes.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { dayHeading, dayInSentence, formatClock, wallTime } from "#ui/shell/format/dates.ts";
import { historyQuery } from "./client-queries.ts";

/** The end of the conversation. */
export function ClientTexts({ contactId }: { contactId: number }) {
  const { data } = useInfiniteQuery(historyQuery(useApi(), contactId));
  const texts = data?.pages[0]?.lastTexts ?? [];
  const { user } = useCurrentUser();
  const message = useMessage();
  if (texts.length === 0) return null;
  return (
    <Card aria-label="Texts">
      <CardHead title="Texts">
        {user && mayOpen(user, "/inbox") && (
          <Button
            variant="quiet"
            size="tiny"
            busy={message.isPending && "Opening..."}
            onClick={() => message.run({ body: { contactId } })}
          >
            Open Conversation
          </Button>
        )}
      </CardHead>
      <ol className="grid gap-1.5 px-4 py-3.5">
        {texts.toReversed().map((text, at, all) => (
          <Text key={text.id} text={text} next={all[at + 1]} />
        ))}
      </ol>
    </Card>
  );
}

function Text({ text, next }: { text: TextEntry; next: TextEntry | undefined }) {
  const { body } = text;
  const isOut = text.direction === "outbound";
  const { label, bad } = textLabel(text);
  const isCampaign = text.purpose === "campaign";
  const isSent = !isOut || text.status === "sent" || text.status === "delivered";
  return (
    <li className={classes("grid gap-1.5", isOut ? "justify-items-end" : "justify-items-start")}>
      <p
        className={classes(
          "max-w-[min(86%,440px)] rounded-2xl px-3 py-2 wrap-anywhere whitespace-pre-wrap",
          isOut ? "rounded-br-[5px]" : "rounded-bl-[5px] bg-trough",
          isOut && (isCampaign ? "border border-line-2" : "bg-bubble text-on-accent"),
        )}
      >
        <span className="sr">{isOut ? "You: " : "Client: "}</span>
        {isCampaign && (
          <span className="flex items-center gap-2 min-w-0 xs dim mb-1">
            <Icon of={Megaphone} size="s" />
            <span className="clip">{text.campaignName ?? "Campaign"}</span>
          </span>
        )}
        {body || "Picture"}
      </p>
      {!(next && isSent && followsAtOnce(text, next)) && (
        <p
          className={classes(
            "xs num text-balance",
            isOut && "text-right",
            bad ? "text-bad-ink" : "faint",
          )}
        >
          <When text={text} />
          {!isSent && `, ${label}`}
        </p>
      )}
    </li>
  );
}

/** Texts in a row have one time below them. */
function followsAtOnce(text: TextEntry, next: TextEntry): boolean {
  return (
    text.direction === next.direction &&
    text.purpose === next.purpose &&
    Date.parse(next.at) - Date.parse(text.at) < 5 * MINUTE_MS
  );
}

/** "Yesterday at 10:14 AM", or "Reminder, yesterday at 10:00 AM" for automatic texts. */
function When({ text }: { text: TextEntry }) {
  const { now, timeZone } = useBusinessTime();
  const then = wallTime(text.at, timeZone);
  const today = wallTime(now, timeZone);
  const isTitled = text.direction === "outbound" && !/chat|campaign/.test(text.purpose);
  const day = isTitled
    ? `${textTitle(text)}, ${dayInSentence(then, today)}`
    : dayHeading(then, today);
  return (
    <time dateTime={text.at}>
      {day} at {formatClock(then)}
    </time>
  );
}

export function textTitle({ direction, purpose, campaignName }: TextEntry): string {
  if (direction === "inbound") return "The client wrote";
  if (purpose === "campaign") return campaignName ? `Campaign: ${campaignName}` : "Campaign";
  return PURPOSES[purpose] ?? "Text";
}

const PURPOSES: Readonly<Record<string, string>> = {
  chat: "Text",
  keyword: "Automatic reply",
  reminder: "Reminder",
  "thank-you": "Thank-you",
  invite: "Invitation",
  confirmation: "Confirmation",
  "visit-change": "Appointment changed",
  billing: "Payment notice",
  payment: "Payment",
  "missed-call": "After a missed call",
  offer: "Waitlist offer",
  marketing: "Automatic offer",
  test: "Test",
};

/** The outcome of a text, with the reason if it failed; nothing for inbound texts. */
export function textLabel({ status, error }: TextEntry): { label: string; bad: boolean } {
  const label = STATUSES[status] ?? "";
  const bad = status === "failed" || status === "undelivered";
  return { label: error && label ? `${label}: ${error}` : label, bad };
}

const STATUSES: Readonly<Record<string, string>> = {
  pending: "Waiting to be sent",
  claimed: "Sending",
  sent: "Sent",
  delivered: "Delivered",
  undelivered: "Not delivered",
  failed: "Not sent",
  skipped: "Skipped",
  unknown: "Couldn't confirm delivery",
};
