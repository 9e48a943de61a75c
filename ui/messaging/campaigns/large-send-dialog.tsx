import type { ReactNode } from "react";
import { formatCount } from "#src/shared/format-count.ts";
import { fillFields } from "#src/shared/merge-fields.ts";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { useTimeZone } from "#ui/shell/format/business-time-zone.tsx";
import type { Client } from "./phone-preview.tsx";
import { formatTotal } from "./rates.ts";
import { formatWallTime } from "./scheduled-time.ts";

/** More recipients than this are always confirmed. */
const MANY = 100;
/** Fewer are not, however small the salon is. */
const FEW = 10;

/** A send too large to start by accident: over 100 clients, or over a tenth of them. */
export function isLargeSend(count: number, reachable: number): boolean {
  return count > MANY || (count > FEW && count > reachable / 10);
}

interface LargeSendDialogProps {
  count: number;
  /** In millionths of a dollar. */
  cost: number;
  /** Wall time; null to send now. */
  scheduledFor: string | null;
  /** When it would wait, when its texts go out. */
  hold: string | undefined;
  message: string;
  client: Client;
  onConfirm: () => void;
  onClose: () => void;
  /** What is wrong with the message. */
  children: ReactNode;
}

/** How many, what it costs, when, and the text as one of them reads it. */
export function LargeSendDialog(props: LargeSendDialogProps) {
  const { count, cost, scheduledFor, hold, message, client, onConfirm, onClose } = props;
  const timeZone = useTimeZone();
  const clients = formatCount(count, "client");
  const when = scheduledFor === null ? "right away" : formatWallTime(scheduledFor, timeZone);
  return (
    <ConfirmDialog
      harmless
      onClose={onClose}
      title={scheduledFor === null ? `Send to ${clients}?` : `Schedule for ${clients}?`}
      description={
        hold === undefined
          ? `It will cost about ${formatTotal(cost)} and be sent ${when}.`
          : `It will cost about ${formatTotal(cost)}. ${hold}`
      }
      action={scheduledFor === null ? `Send to ${clients}` : `Schedule for ${clients}`}
      onConfirm={onConfirm}
    >
      {props.children}
      <figure className="mt-4">
        <figcaption className="xs faint mb-1.5">
          As {fillFields("{firstName|a client}", client)} reads it
        </figcaption>
        <p className="max-h-48 overflow-auto whitespace-pre-wrap break-words rounded-lg bg-trough px-3 py-2 text-base">
          {fillFields(message, client)}
        </p>
      </figure>
    </ConfirmDialog>
  );
}
