import type { ReactElement } from "react";
import { formatPhone } from "#src/shared/format-phone.ts";

/** "(512) 555-0100 or hello@example.com" as links, or as much of it as the business has; undefined without both. */
export function contactLine(
  business: { readonly phone: string; readonly email: string } | null | undefined,
): ReactElement | undefined {
  const { phone, email } = business ?? {};
  if (!phone && !email) return undefined;
  return (
    <>
      {phone && <PhoneLink phone={phone} />}
      {phone && email && " or "}
      {email && (
        <a href={`mailto:${email}`} className="underline underline-offset-2 wrap-anywhere">
          {email}
        </a>
      )}
    </>
  );
}

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
