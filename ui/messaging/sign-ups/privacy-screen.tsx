import type { TextTerms } from "#src/messaging/sign-ups/contract.ts";
import { LegalPage, type LegalSection } from "./legal-page.tsx";

export function PrivacyScreen() {
  return (
    <LegalPage
      title="Privacy Policy"
      intro="What we know about you, and what we do with it."
      sections={sectionsOf}
    />
  );
}

/** Carriers look for the paragraph about mobile information. */
function sectionsOf(terms: TextTerms): readonly LegalSection[] {
  const name = terms.businessName || "This business";
  return [
    {
      title: "What we collect",
      paragraphs: [
        `${name} keeps your name, your phone number, your email address and birthday if you give them, your appointments, what you buy, and the texts and calls between us.`,
        "When you agree to texts, we record the wording, the time, and the internet address it came from.",
      ],
    },
    {
      title: "How we use it",
      paragraphs: [
        "To book and remind you of appointments, to answer you, to take payments, and to send offers if you asked for them.",
      ],
    },
    {
      title: "Mobile information",
      paragraphs: [
        "We never share or sell your mobile number or your consent to get texts with third parties or affiliates for their marketing. All other uses exclude text messaging consent; it is not shared with anyone.",
        "We pass on only what companies need to deliver our texts, calls, emails and card payments for us.",
      ],
    },
    {
      title: "Your choices",
      paragraphs: [
        "Reply STOP to any text to end texts, or HELP for help. Ask us to show, correct or delete what we keep about you.",
      ],
    },
  ];
}
