import type { TextTerms } from "#src/messaging/sign-ups/contract.ts";
import { LegalPage, type LegalSection } from "./legal-page.tsx";

export function TermsScreen() {
  return (
    <LegalPage
      title="Terms of Texting"
      intro="What you get when you sign up, and how to stop."
      sections={sectionsOf}
    />
  );
}

/** The points that carriers require: program, frequency, rates, HELP, STOP, support and the policy. */
function sectionsOf(terms: TextTerms): readonly LegalSection[] {
  const name = terms.businessName || "This business";
  const help = [terms.phone, terms.email].filter(Boolean).join(" or ");
  return [
    {
      title: "What you get",
      paragraphs: [
        `${name} texts clients who agreed to it. There are two kinds, which you choose separately: texts about your appointments, such as confirmations, reminders and changes, and offers.`,
      ],
    },
    {
      title: "How often",
      paragraphs: [
        `The number of texts about appointments depends on your appointments. Offers come up to ${terms.offersPerMonth} times a month.`,
      ],
    },
    {
      title: "What it costs",
      paragraphs: ["We don't charge for texts. Your carrier's message and data rates may apply."],
    },
    {
      title: "How to stop",
      paragraphs: [
        "Reply STOP to any text. You'll get one last text to confirm. Reply START to get texts again.",
      ],
    },
    {
      title: "Help",
      paragraphs: [`Reply HELP${help ? `, or reach us at ${help}` : ""}.`],
    },
    {
      title: "Also good to know",
      paragraphs: [
        "Agreeing to texts isn't a condition of any purchase. Carriers aren't liable for delayed or undelivered texts.",
      ],
      link: { label: "Read our privacy policy", href: "/privacy" },
    },
  ];
}
