import type { LucideIcon } from "lucide-react";
import BellOff from "lucide-react/icons/bell-off";
import BellRing from "lucide-react/icons/bell-ring";
import CircleDollarSign from "lucide-react/icons/circle-dollar-sign";
import Megaphone from "lucide-react/icons/megaphone";
import MessageCircle from "lucide-react/icons/message-circle";
import PhoneIncoming from "lucide-react/icons/phone-incoming";
import PhoneMissed from "lucide-react/icons/phone-missed";
import Reply from "lucide-react/icons/reply";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type {
  CallEntry,
  ConsentEntry,
  Entry,
  PaymentEntry,
  TextEntry,
} from "#src/clients/profile/contract.ts";
import { formatMoney, parseCents } from "#src/shared/money.ts";
import { mayOpen } from "#src/shared/permissions.ts";
import { paymentLook } from "#ui/calendar/appointments/money-looks.ts";
import { callHref, formatDuration } from "#ui/calls/parts/call-format.ts";
import { consentLabel } from "#ui/clients/parts/consent.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Button } from "#ui/kit/button.tsx";
import { Glyph } from "#ui/kit/glyph.tsx";
import { RelativeTime } from "#ui/shell/format/relative-time.tsx";
import { useUiState } from "#ui/ui-state.ts";
import { textLabel, textTitle } from "./client-texts.tsx";

export function HistoryEntry({ entry }: { entry: Entry }) {
  switch (entry.kind) {
    case "text":
      return <TextLine entry={entry} />;
    case "consent":
      return <ConsentLine entry={entry} />;
    case "call":
      return <CallLine entry={entry} />;
    case "payment":
      return <PaymentLine entry={entry} />;
  }
}

function TextLine({ entry }: { entry: TextEntry }) {
  const { direction, purpose, body } = entry;
  const icon = purpose === "campaign" ? Megaphone : direction === "inbound" ? Reply : MessageCircle;
  const { label, bad } = textLabel(entry);
  return (
    <Line icon={icon} title={textTitle(entry)} at={entry.at}>
      {body && <p className="wrap-anywhere whitespace-pre-wrap">{body}</p>}
      {label && <p className={bad ? "xs mt-0.5 text-bad-ink" : "xs faint mt-0.5"}>{label}</p>}
    </Line>
  );
}

function ConsentLine({ entry }: { entry: ConsentEntry }) {
  return (
    <Line
      icon={entry.given ? BellRing : BellOff}
      title={entry.given ? "Agreed to texts" : "Opted out"}
      at={entry.at}
    >
      <p className="wrap-anywhere">{entry.wording}</p>
      <p className="xs faint mt-0.5">{consentLabel(entry)}</p>
    </Line>
  );
}

function PaymentLine({ entry }: { entry: PaymentEntry }) {
  const { id, status, way, total, currency, what, at } = entry;
  const { paying } = useUiState();
  const amount = formatMoney(parseCents(total) ?? 0, currency);
  return (
    <Line
      icon={CircleDollarSign}
      title={`${paymentLook({ status, way })[2]} ${amount}`}
      at={at}
      actions={
        <Button
          variant="quiet"
          size="tiny"
          className="-my-1 -mr-2.5 touch:-my-2.5"
          onClick={() => {
            paying.value = { paymentId: id };
          }}
        >
          Details
        </Button>
      }
    >
      <p className="wrap-anywhere">{what}</p>
    </Line>
  );
}

function CallLine({ entry }: { entry: CallEntry }) {
  const { user } = useCurrentUser();
  const { id, status, duration, at } = entry;
  const missed = status === "missed";
  return (
    <Line
      icon={missed ? PhoneMissed : PhoneIncoming}
      title={missed ? "Missed call" : "The client called"}
      at={at}
    >
      <p className="num">
        {status === "in_progress" ? "On the phone now" : `Duration ${formatDuration(duration)}`}
        {user && mayOpen(user, "/call-transcripts") && (
          <>
            {" · "}
            <Link href={callHref(id)} className="text-accent-ink underline underline-offset-2">
              Read the Call
            </Link>
          </>
        )}
      </p>
    </Line>
  );
}

interface LineProps {
  icon: LucideIcon;
  title: string;
  at: string;
  /** Below the time. */
  actions?: ReactNode;
  children: ReactNode;
}

function Line({ icon, title, at, actions, children }: LineProps) {
  return (
    <li className="flex items-start gap-3 border-line px-4 py-3.5 [&+li]:border-t">
      <Glyph icon={icon} />
      <div className="min-w-0 flex-1">
        <div className="flex items-center min-w-0 gap-2">
          <h3 className="h3 clip flex-1">{title}</h3>
          <RelativeTime iso={at} className="xs faint num flex-none" />
        </div>
        <div className="flex items-center min-w-0 gap-2">
          <div className="sm dim flex-1 min-w-0">{children}</div>
          {actions}
        </div>
      </div>
    </li>
  );
}
