import type { ReactElement } from "react";
import type { useBusiness } from "./use-business.ts";

/** "(512) 555-0100 or hello@example.com" as links, or as much of it as the business has; undefined without both. */
export function contactLine(business: ReturnType<typeof useBusiness>): ReactElement | undefined {
  const { phone, email } = business ?? {};
  if (!phone && !email) return undefined;
  return (
    <>
      {phone && <Way href={`tel:${phone.replace(/[^+\d]/g, "")}`} text={phone} />}
      {phone && email && " or "}
      {email && <Way href={`mailto:${email}`} text={email} />}
    </>
  );
}

function Way({ href, text }: { href: string; text: string }) {
  return (
    <a href={href} className="num underline underline-offset-2 wrap-anywhere">
      {text}
    </a>
  );
}
