import type { LucideIcon } from "lucide-react";
import BellRing from "lucide-react/icons/bell-ring";
import CalendarDays from "lucide-react/icons/calendar-days";
import CalendarX2 from "lucide-react/icons/calendar-x-2";
import Captions from "lucide-react/icons/captions";
import ChartColumn from "lucide-react/icons/chart-column";
import Clock from "lucide-react/icons/clock";
import Gem from "lucide-react/icons/gem";
import Globe from "lucide-react/icons/globe";
import HandCoins from "lucide-react/icons/hand-coins";
import Hourglass from "lucide-react/icons/hourglass";
import LayoutDashboard from "lucide-react/icons/layout-dashboard";
import Megaphone from "lucide-react/icons/megaphone";
import MessageCircle from "lucide-react/icons/message-circle";
import PhoneIncoming from "lucide-react/icons/phone-incoming";
import Repeat from "lucide-react/icons/repeat";
import Scissors from "lucide-react/icons/scissors";
import ScrollText from "lucide-react/icons/scroll-text";
import Settings2 from "lucide-react/icons/settings-2";
import ShieldCheck from "lucide-react/icons/shield-check";
import Star from "lucide-react/icons/star";
import UserRoundPen from "lucide-react/icons/user-round-pen";
import UsersRound from "lucide-react/icons/users-round";
import WalletCards from "lucide-react/icons/wallet-cards";
import type { CurrentUser } from "#src/accounts/sign-in/contract.ts";
import { mayOpen } from "#src/shared/permissions.ts";
import type { Screen } from "#ui/screen.ts";
import { screenAt } from "#ui/screens.ts";
import type { MenuGroup } from "./menu-context.ts";

/** The menu's order, groups and icons; titles and access are in screens.ts. */
const MENU: readonly { caption?: string; icons: Readonly<Record<string, LucideIcon>> }[] = [
  {
    icons: {
      "/": LayoutDashboard,
      "/campaigns": Megaphone,
      "/inbox": MessageCircle,
      "/contacts": UsersRound,
      "/appointments": CalendarDays,
      "/waitlist": Hourglass,
      "/potential-appointments": PhoneIncoming,
      "/reviews": Star,
      "/reports": ChartColumn,
    },
  },
  {
    caption: "Billing",
    icons: {
      "/memberships": Gem,
      "/subscriptions": Repeat,
      "/payment-plans": WalletCards,
      "/payment-plan-subscriptions": HandCoins,
    },
  },
  {
    caption: "Requests",
    icons: {
      "/contact-updates": UserRoundPen,
      "/appointment-management": CalendarX2,
      "/call-transcripts": Captions,
    },
  },
  {
    caption: "Salon",
    icons: {
      "/settings/services": Scissors,
      "/settings/hours": Clock,
      "/settings/online-booking": Globe,
      "/campaigns/automatic": BellRing,
    },
  },
  {
    caption: "Manage",
    icons: {
      "/users": ShieldCheck,
      "/settings": Settings2,
      "/audit-logs": ScrollText,
    },
  },
];

/** The entries that the user may open; empty groups are omitted. */
export function menuFor(user: CurrentUser): readonly MenuGroup[] {
  return MENU.map(({ caption, icons }) => ({
    ...(caption && { caption }),
    entries: Object.entries(icons).flatMap(([path, icon]) => {
      const screen = screenAt(path);
      return screen && maySee(user, screen) ? [{ ...screen, icon }] : [];
    }),
  })).filter(({ entries }) => entries.length > 0);
}

export function maySee(user: CurrentUser, { access, path, page }: Screen): boolean {
  if (access === "admin") return user.role === "admin";
  return access === "public" || access === "staff" || mayOpen(user, page ?? path);
}
