import Megaphone from "lucide-react/icons/megaphone";
import MessageCircle from "lucide-react/icons/message-circle";
import Plus from "lucide-react/icons/plus";
import UserRoundPlus from "lucide-react/icons/user-round-plus";
import { Link } from "wouter";
import type { CurrentUser } from "#src/accounts/sign-in/contract.ts";
import { mayOpen, seesClients } from "#src/shared/permissions.ts";
import { Card, CardHead } from "#ui/kit/card.tsx";
import { Glyph } from "#ui/kit/glyph.tsx";
import { Kbd } from "#ui/kit/kbd.tsx";

const ACTIONS = [
  { page: "/campaigns", to: "/campaigns?new=1", label: "Create Campaign", icon: Plus, keys: "N C" },
  {
    page: "/contacts",
    to: "/contacts?new=1",
    label: "Add Contact",
    icon: UserRoundPlus,
    keys: "N P",
  },
  { page: "/inbox", to: "/inbox", label: "View Inbox", icon: MessageCircle, keys: "G I" },
  { page: "/campaigns", to: "/campaigns", label: "View Campaigns", icon: Megaphone, keys: "G C" },
] as const;

/** Only screens that the user may open; the shortcuts work everywhere (ui/shell/shortcuts.ts). */
export function QuickActions({ user }: { user: CurrentUser }) {
  const actions = ACTIONS.filter(
    ({ page, label }) => mayOpen(user, page) && (label !== "Add Contact" || seesClients(user)),
  );
  if (actions.length === 0) return null;

  return (
    <Card>
      <CardHead title="Quick Actions" />
      {actions.map(({ to, label, icon, keys }) => (
        <Link key={label} href={to} className="line-row min-h-12 py-2! phone:min-h-13">
          <Glyph icon={icon} tone={icon === Plus ? "accent" : undefined} />
          <span className="h3">{label}</span>
          <span className="ml-auto no-phone [@media(hover:none)]:hidden" aria-hidden="true">
            <Kbd>{keys}</Kbd>
          </span>
        </Link>
      ))}
    </Card>
  );
}
