import { Link } from "wouter";

const TABS = [
  { href: "/campaigns", title: "Campaigns" },
  { href: "/campaigns/automatic", title: "Automatic" },
] as const;

/** Texts that someone sends, and those that Parlor sends. */
export function CampaignTabs({ current }: { current: (typeof TABS)[number]["href"] }) {
  return (
    <nav className="seg phone:w-full phone:*:flex-1" aria-label="Kinds of texts">
      {TABS.map(({ href, title }) => (
        <Link key={href} href={href} aria-current={href === current ? "page" : undefined}>
          {title}
        </Link>
      ))}
    </nav>
  );
}
