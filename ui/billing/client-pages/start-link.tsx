import { formatPhone } from "#src/shared/format-phone.ts";

/** "text START to (512) 555-0100", which opens a phone's texts. */
export function StartLink({ number }: { number: string }) {
  return (
    <a className="underline underline-offset-2" href={`sms:${number}?&body=START`}>
      text START to {formatPhone(number)}
    </a>
  );
}
