import { keepPreviousData, useQuery } from "@tanstack/react-query";
import MessageSquareText from "lucide-react/icons/message-square-text";
import { useState } from "react";
import { type Appointment, appointments } from "#src/calendar/appointments/contract.ts";
import type {
  DepositChoice,
  TextRefusalQuery,
} from "#src/calendar/appointments/fields-contract.ts";
import { useApi } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { Checkbox } from "#ui/kit/checkbox.tsx";
import { Note } from "#ui/kit/notice.tsx";
import { read } from "#ui/shell/data/read.ts";
import { describeText } from "./describe-text.ts";

export interface Notify {
  readonly isChecked: boolean;
  /** Why the client can't be texted. */
  readonly reason: string | undefined;
  /** The text, where it's known before. */
  readonly text: string | undefined;
  readonly setChecked: (isChecked: boolean) => void;
}

/** Whether a client is to be texted about a change. Undefined while there is none to ask about. */
export function useNotify(about: TextRefusalQuery | undefined): Notify {
  const [isChecked, setChecked] = useState(true);
  const { data } = useQuery({
    ...read(useApi(), appointments.textRefusal, { query: about ?? {} }),
    enabled: about !== undefined,
    staleTime: 0,
    // The same client's reason stays in sight while another time is checked.
    ...(about?.appointmentId !== undefined && { placeholderData: keepPreviousData }),
  });
  const reason = data?.reason ?? undefined;
  // Until the answer is there, the server decides.
  const text = data?.text ?? undefined;
  return { isChecked: isChecked && reason === undefined, reason, text, setChecked };
}

export function aboutAppointment({ id }: Pick<Appointment, "id">): TextRefusalQuery {
  return { appointmentId: String(id) };
}

/** About a visit that doesn't take place. */
export function aboutCancellation(
  { id }: Pick<Appointment, "id">,
  deposit?: DepositChoice,
): TextRefusalQuery {
  return { appointmentId: String(id), cancels: "true", ...(deposit && { deposit }) };
}

interface NotifyBoxProps {
  notify: Notify;
  label?: string;
  /** What the text does. */
  hint?: string | false;
  className?: string;
}

/** Disabled with the reason if the client can't be texted; otherwise with the words. */
export function NotifyBox({ notify, label = "Text the client", hint, className }: NotifyBoxProps) {
  const { isChecked, reason, text, setChecked } = notify;
  return (
    <div className={className}>
      <Checkbox
        checked={isChecked}
        disabled={reason !== undefined}
        onChange={({ target }) => setChecked(target.checked)}
      >
        {label}
      </Checkbox>
      <p className="choice-hint sm dim empty:hidden">
        {reason === undefined ? hint : `${reason[0]?.toUpperCase()}${reason.slice(1)}.`}
      </p>
      {text !== undefined && isChecked && (
        <p className="choice-hint sm dim num wrap-anywhere">“{text}”</p>
      )}
    </div>
  );
}

interface PlannedTextProps {
  appointment: Appointment;
  onWithdraw: () => void;
}

/** Says that the client is about to be texted, which can be taken back until then. */
export function PlannedText({ appointment, onWithdraw }: PlannedTextProps) {
  const text = describeText(appointment);
  if (text === undefined) return null;
  return (
    <Note icon={MessageSquareText}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        {text}
        <Button size="tiny" onClick={onWithdraw}>
          Don't Text
        </Button>
      </div>
    </Note>
  );
}
