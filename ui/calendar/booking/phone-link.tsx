import { formatPhone } from "#ui/shell/format/phone.ts";

/** The salon's number, which a phone calls. */
export function PhoneLink({ phone }: { phone: string }) {
  return (
    <a className="num whitespace-nowrap underline underline-offset-2" href={telOf(phone)}>
      {formatPhone(phone)}
    </a>
  );
}

export function telOf(phone: string): string {
  return `tel:${phone.replaceAll(/[^+\d]/g, "")}`;
}
