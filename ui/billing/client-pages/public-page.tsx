import Check from "lucide-react/icons/check";
import Lock from "lucide-react/icons/lock";
import { type ReactNode, useEffect } from "react";
import { Link, useLocation } from "wouter";
import { CLIENT_HOME } from "#src/shared/client-home.ts";
import { classes } from "#ui/kit/classes.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { useBusiness } from "./use-business.ts";

interface PublicPageProps {
  /** The page's h1, in the salon's panel. */
  title: string;
  intro?: string | undefined;
  /** The largest figure, such as "$89.00" and "per month". */
  price?: { readonly amount: string; readonly per: string } | undefined;
  perks?: readonly string[] | undefined;
  /** What was chosen so far. */
  summary?: ReactNode;
  /** Adds a line that card details are entered at Stripe, not on this page. */
  secure?: boolean | undefined;
  /** For a short form or message, next to the title. */
  short?: boolean | undefined;
  /** The page to which the content itself leads, so the links at the end don't. */
  leadsTo?: string | undefined;
  children: ReactNode;
}

/** A page for clients: the salon's panel and the content. */
export function PublicPage(props: PublicPageProps) {
  const { title, intro, price, perks = [], summary, secure, short, leadsTo, children } = props;
  const name = useBusiness()?.name ?? "";
  useEffect(() => {
    document.title = name ? `${title} · ${name}` : title;
  }, [title, name]);

  return (
    <div className="pub">
      <header className="offer">
        {name && (
          <div className="flex items-center gap-3 font-label">
            <span className="seal" aria-hidden="true">
              {Array.from(name)[0]?.toUpperCase()}
            </span>
            {name}
          </div>
        )}
        <h1 tabIndex={-1}>{title}</h1>
        {intro && (
          <p className="max-w-[34ch] touch:max-w-[60ch] text-lead text-balance text-(--hero-dim) whitespace-pre-line">
            {intro}
          </p>
        )}
        {price && (
          <p className="price num">
            <b>{price.amount}</b>
            <span>{price.per}</span>
          </p>
        )}
        {perks.length > 0 && (
          <ul className="perks">
            {perks.map((perk) => (
              <li key={perk}>
                <Icon of={Check} />
                {perk}
              </li>
            ))}
          </ul>
        )}
        {summary}
        {secure && (
          <p className="flex items-center gap-2 min-w-0 pt-6 sm text-(--hero-dim)">
            <Icon of={Lock} />
            You enter your card on Stripe, never here.
          </p>
        )}
      </header>
      <main className={classes("join", short && "short")}>
        {children}
        <OtherPages without={leadsTo} />
      </main>
    </div>
  );
}

const PAGES = [
  ["/book", "Book a Visit"],
  [CLIENT_HOME, "Memberships and Plans"],
  ["/texts", "Get Texts"],
] as const;

/** Where else a client may want to go. */
function OtherPages({ without }: { without: string | undefined }) {
  const [pathname] = useLocation();
  return (
    <nav className="other-pages" aria-label="More from us">
      {PAGES.filter(([path]) => path !== pathname && path !== without).map(([path, label]) => (
        <Link key={path} href={path}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
