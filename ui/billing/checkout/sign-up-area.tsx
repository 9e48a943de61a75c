import CreditCard from "lucide-react/icons/credit-card";
import type { ReactNode } from "react";
import { contactLine } from "#ui/billing/client-pages/contact-line.tsx";
import { useBusiness } from "#ui/billing/client-pages/use-business.ts";
import { Note } from "#ui/kit/notice.tsx";

/** The sign-up form, or a notice that the business doesn't accept cards yet. */
export function SignUpArea({ children }: { children: ReactNode }) {
  const business = useBusiness();
  if (business?.takesCards !== false) return children;
  const help = contactLine(business);
  return (
    <Note tone="wait" icon={CreditCard}>
      We can't take cards online yet, so you can't sign up here.{" "}
      {help ? <>Reach us at {help}.</> : "Ask us how to join."}
    </Note>
  );
}
