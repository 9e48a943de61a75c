import { telOf } from "#ui/billing/client-pages/contact-line.tsx";
import { Button } from "#ui/kit/button.tsx";
import { buttonClass } from "#ui/kit/button-class.ts";
import { formatPhone } from "#ui/shell/format/phone.ts";
import { formatStart } from "./format.ts";

interface TooLateProps {
  /** When changes closed. */
  deadline: string;
  /** Of the business; empty if it has none. */
  phone: string;
  /** The deposit that a cancellation loses, formatted. */
  lost: string | undefined;
  onCancel: () => void;
}

/** After the deadline, the client has to call to change the time, and canceling costs the deposit. */
export function TooLate({ deadline, phone, lost, onCancel }: TooLateProps) {
  return (
    <section className="pub-card grid gap-4" aria-labelledby="too-late">
      <div className="grid gap-1">
        <h2 id="too-late" className="h2">
          It's too late to change online
        </h2>
        <p className="dim">
          Online changes closed {formatStart(deadline)}.
          {phone && " Call us, and we'll find you another time."}
        </p>
      </div>
      {phone && (
        <a
          href={telOf(phone)}
          className={buttonClass({ variant: "primary", size: "big", fill: true })}
        >
          Call {formatPhone(phone)}
        </a>
      )}
      <div className="grid gap-1 border-line border-t pt-4">
        <h2 className="h2">Can't come at all?</h2>
        <p className="dim">You can still cancel.{lost && ` We keep your ${lost} deposit.`}</p>
      </div>
      <Button size="big" fill className="text-bad-ink!" onClick={onCancel}>
        {lost ? "Cancel Without Refund" : "Cancel Appointment"}
      </Button>
    </section>
  );
}
