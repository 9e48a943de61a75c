import type { LucideIcon } from "lucide-react";
import CreditCard from "lucide-react/icons/credit-card";
import Mail from "lucide-react/icons/mail";
import Megaphone from "lucide-react/icons/megaphone";
import MessageSquare from "lucide-react/icons/message-square";
import Scissors from "lucide-react/icons/scissors";
import Store from "lucide-react/icons/store";
import Upload from "lucide-react/icons/upload";
import UsersRound from "lucide-react/icons/users-round";
import type { Settings } from "#src/platform/settings/contract.ts";
import { formatCount } from "#src/shared/format-count.ts";

/** The state that decides which steps are done; undefined figures are still loading. */
export interface Salon {
  readonly settings: Settings;
  readonly employees: number | undefined;
  /** Whether the opening hours were saved or confirmed. */
  readonly hoursReviewed: boolean;
  /** Undefined when the step is skipped. */
  readonly services: number | undefined;
  readonly contacts: number | undefined;
  readonly campaigns: number | undefined;
}

export type StepState = "done" | "test" | "review" | "open";

export interface Step {
  readonly title: string;
  readonly icon: LucideIcon;
  readonly state: StepState;
  /** The state in a sentence, or what the step is for. */
  readonly sentence: string;
  readonly href: string;
  /** The label of its button while it is open, and once it is done. */
  readonly actions: readonly [open: string, done: string];
}

/** The steps in the order in which a salon needs them. */
export function stepsOf(salon: Salon): readonly Step[] {
  const { settings, employees, hoursReviewed, services, contacts, campaigns } = salon;
  const { businessName, businessPhone, stripeSecretKey, stripePublishableKey } = settings;
  const hasStripe = stripeSecretKey?.set === true;
  const inTestMode = stripePublishableKey?.startsWith("pk_test_") === true;
  return [
    {
      title: "Business Profile",
      icon: Store,
      state: businessName && businessPhone ? "done" : "open",
      sentence: businessName && businessPhone ? businessName : "Clients see your name and number.",
      href: "/settings/salon#business",
      actions: ["Add Details", "Edit"],
    },
    {
      title: "Texting",
      icon: MessageSquare,
      state: settings.simulatedCarrier ? "test" : settings.canText ? "done" : "open",
      sentence: settings.simulatedCarrier
        ? "Texts are simulated, so nothing is sent yet."
        : settings.canText
          ? "Twilio sends and receives your texts."
          : "Connect Twilio to send and receive texts.",
      href: "/settings/texting#twilio",
      actions: ["Connect Twilio", "Edit"],
    },
    {
      title: "Mail",
      icon: Mail,
      state: settings.canMail ? "done" : "open",
      sentence: settings.canMail
        ? "Sign-in codes and notices are sent by email."
        : "Add a mail server for sign-in codes and notices.",
      href: "/settings/advanced#smtp",
      actions: ["Add Mail Server", "Edit"],
    },
    {
      title: "Employees and Hours",
      icon: UsersRound,
      state: !employees ? "open" : hoursReviewed ? "done" : "review",
      sentence: !employees
        ? "Add your employees to start using the calendar."
        : hoursReviewed
          ? `${formatCount(employees, "employee")} in the calendar.`
          : `${formatCount(employees, "employee")}. Check that the weekly hours are right.`,
      href: employees && !hoursReviewed ? "/settings/hours" : "/settings/salon#employees",
      actions: [employees ? "Check Hours" : "Add Employees", "Edit"],
    },
    ...(services === undefined ? [] : [servicesStep(services)]),
    {
      title: "Client List",
      icon: Upload,
      state: contacts ? "done" : "open",
      sentence: contacts
        ? formatCount(contacts, "client")
        : "Bring your clients over from a spreadsheet.",
      href: contacts ? "/contacts" : "/contacts?import=1",
      actions: ["Import Clients", "View"],
    },
    {
      title: "Payments",
      icon: CreditCard,
      state: hasStripe ? (inTestMode ? "test" : "done") : "open",
      sentence: hasStripe
        ? inTestMode
          ? "Stripe is in test mode, so no card is charged yet."
          : "Stripe takes cards for memberships and plans."
        : "Connect Stripe to sell memberships and payment plans.",
      href: "/settings/payments#stripe",
      actions: [hasStripe ? "Go Live" : "Connect Stripe", "Edit"],
    },
    {
      title: "First Campaign",
      icon: Megaphone,
      state: campaigns ? "done" : "open",
      sentence: campaigns
        ? formatCount(campaigns, "campaign")
        : "Write a text and choose recipients.",
      href: campaigns ? "/campaigns" : "/campaigns?new=1",
      actions: ["Write a Text", "View"],
    },
  ];
}

function servicesStep(services: number): Step {
  return {
    title: "Services",
    icon: Scissors,
    state: services > 0 ? "done" : "open",
    sentence:
      services > 0
        ? formatCount(services, "service")
        : "Add durations and prices, and clients can book online.",
    href: "/settings/services",
    actions: ["Add Services", "Edit"],
  };
}
