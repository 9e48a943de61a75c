import type { ReactNode } from "react";
import { formatPhone } from "#src/shared/format-phone.ts";

interface PhoneLinkProps {
  phoneNumber: string;
  className?: string | undefined;
  /** In place of the number. */
  children?: ReactNode;
}

/** Calls the number. One that is hidden, or that staff typed in their own way, is only text. */
export function PhoneLink({ phoneNumber, className = "", children }: PhoneLinkProps) {
  const text = `num whitespace-nowrap ${className}`;
  if (!/^\+\d+$/.test(phoneNumber)) return <span className={text}>{formatPhone(phoneNumber)}</span>;
  return (
    <a href={`tel:${phoneNumber}`} className={`${text} hover:text-ink hover:underline`}>
      {children || formatPhone(phoneNumber)}
    </a>
  );
}
