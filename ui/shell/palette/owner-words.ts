import type { LucideIcon } from "lucide-react";
import CalendarOff from "lucide-react/icons/calendar-off";
import FileUp from "lucide-react/icons/file-up";
import KeyRound from "lucide-react/icons/key-round";
import MessageCircleOff from "lucide-react/icons/message-circle-off";
import TreePalm from "lucide-react/icons/tree-palm";
import UserRoundCog from "lucide-react/icons/user-round-cog";
import Webhook from "lucide-react/icons/webhook";

/** A screen, a part of one, or a dialog, with its address. */
export interface Destination {
  readonly path: string;
  readonly title: string;
  readonly icon: LucideIcon;
  readonly group: "Go to" | "Settings" | "Actions";
  /** Where it is, next to the title. */
  readonly place: string;
  /** What owners call it, separated by commas. */
  readonly words: string;
}

/** The words of the menu's screens. Not in screens.ts, which every page loads. */
export const SCREEN_WORDS: Readonly<Record<string, string>> = {
  "/": "home, today, start, overview",
  "/campaigns": "marketing, mass text, bulk text, promotion, blast, newsletter, offers, special",
  "/inbox": "messages, texts, conversations, chat, SMS, replies",
  "/contacts": "clients, customers, people, phone book, birthdays, tags",
  "/appointments": "calendar, schedule, bookings, visits, diary, no-show",
  "/waitlist": "waiting list, standby, queue",
  "/potential-appointments": "booking requests, phone bookings, AI bookings",
  "/reviews": "Google reviews, stars, ratings, feedback",
  "/reports": "revenue, sales, income, statistics, no-show rate, busiest hours",
  "/memberships": "packages, monthly plans, benefits",
  "/subscriptions": "members, recurring payments, cancel a membership",
  "/payment-plans": "installments, pay in parts",
  "/payment-plan-subscriptions": "refund, refunds, invoice, invoices, failed payments, who owes",
  "/contact-updates": "changed number, new number",
  "/appointment-management": "duplicate appointments, deleted appointments, conflicts",
  "/call-transcripts": "calls, recordings, phone calls, voicemail",
  "/settings/services":
    "price, prices, price list, treatments, menu, deposit, deposits, duration, cleanup time, processing time",
  "/settings/hours":
    "opening times, opening hours, business hours, open, shifts, working hours, work schedule, lunch break",
  "/settings/online-booking":
    "book online, booking link, booking page, cancellation policy, late cancellation, notice, approve bookings",
  "/campaigns/automatic":
    "automations, automatic messages, follow-up, review request, ask for reviews, birthday text, we miss you, win back, rebooking, time for your next visit, weeks between visits, moved or canceled, reminder text, waitlist offer",
  "/users": "logins, permissions, roles, access, invite, invitation",
  "/settings": "preferences, configuration, options",
  "/audit-logs": "history, activity, who changed",
};

/** Parts of screens, and screens that aren't in the menu. */
export const PARTS: readonly Omit<Destination, "group">[] = [
  {
    path: "/settings/hours#special-days",
    title: "Special Days",
    place: "Hours",
    icon: CalendarOff,
    words:
      "holiday, holidays, closed, closed days, Christmas, day off for all, one day, special hours",
  },
  {
    path: "/settings/hours#time-off",
    title: "Time Off",
    place: "Hours",
    icon: TreePalm,
    words: "vacation, sick, sick day, leave, absence, day off, block time",
  },
  {
    path: "/settings/services#import-services",
    title: "Import Services",
    place: "Services",
    icon: FileUp,
    words: "import a price list, CSV",
  },
  {
    path: "/contacts#import",
    title: "Import Contacts",
    place: "Contacts",
    icon: FileUp,
    words: "import, import clients, upload, CSV, Excel, move from another program",
  },
  {
    path: "/contacts?state=opted-out",
    title: "Opted-Out Clients",
    place: "Contacts",
    icon: MessageCircleOff,
    words: "stop, unsubscribe, unsubscribed, opt out, do not text, blocked",
  },
  {
    path: "/account",
    title: "Your Account",
    place: "Account",
    icon: UserRoundCog,
    words: "profile, my account, username, email",
  },
  {
    path: "/account#password",
    title: "Password",
    place: "Your Account",
    icon: KeyRound,
    words: "change password, new password, PIN",
  },
  {
    path: "/account#two-step",
    title: "Two-Step Sign-In",
    place: "Your Account",
    icon: KeyRound,
    words: "2FA, two-factor, authenticator, security code",
  },
  {
    path: "/account#sessions",
    title: "Sessions",
    place: "Your Account",
    icon: KeyRound,
    words: "devices, signed-in devices, lost phone",
  },
  {
    path: "/account#notifications",
    title: "Notifications on This Device",
    place: "Your Account",
    icon: KeyRound,
    words: "push, alerts, notify me, sounds",
  },
  {
    path: "/api-reference",
    title: "API Reference",
    place: "Zapier",
    icon: Webhook,
    words: "developers, API, integration",
  },
];
