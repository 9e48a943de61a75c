import { Link } from "wouter";
import { buttonClass } from "#ui/kit/button-class.ts";
import { contactLine } from "./contact-line.tsx";
import { PublicPage } from "./public-page.tsx";
import { useBusiness } from "./use-business.ts";

/** At an address that doesn't exist, for everyone who isn't signed in as staff. */
export function NotFoundScreen() {
  const help = contactLine(useBusiness());
  return (
    <PublicPage
      title="404 Page Not Found"
      intro="Did you forget to add the page to the router?"
      leadsTo="/book"
      short
    >
      <div className="grid gap-3">
        <p className="text-lead dim">
          We couldn't find that page. If a text brought you here, check that you have the whole
          link.
        </p>
        {help && <p className="dim">You can also reach us at {help}.</p>}
      </div>
      <Link href="/book" className={buttonClass({ variant: "primary", size: "big", fill: true })}>
        Book a Visit
      </Link>
    </PublicPage>
  );
}
