import Phone from "lucide-react/icons/phone";
import type { ReactNode } from "react";
import { buttonClass } from "#ui/kit/button-class.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { contactLine, telOf } from "./contact-line.tsx";
import { PublicPage } from "./public-page.tsx";
import { useBusiness } from "./use-business.ts";

/** A page that only shows a message and how to get help. */
export function Notice({ title, children }: { title: string; children: ReactNode }) {
  const business = useBusiness();
  const help = contactLine(business);
  return (
    <PublicPage title={title} short>
      <div className="grid gap-3">
        <p className="text-lead dim">{children}</p>
        {help && <p className="dim">You can reach us at {help}.</p>}
      </div>
      {business?.phone && (
        <a
          href={telOf(business.phone)}
          className={buttonClass({ variant: "primary", size: "big", fill: true })}
        >
          <Icon of={Phone} />
          Call Us
        </a>
      )}
    </PublicPage>
  );
}
