import { useQuery } from "@tanstack/react-query";
import type { TextTerms } from "#src/messaging/sign-ups/contract.ts";
import { useApi } from "#ui/api.ts";
import { PhoneLink } from "#ui/billing/client-pages/contact-line.tsx";
import { PublicPage } from "#ui/billing/client-pages/public-page.tsx";
import { textTermsQuery } from "./queries.ts";

interface LegalSection {
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly link?: { readonly label: string; readonly href: string };
}

export function PrivacyScreen() {
  return (
    <LegalPage
      title="Privacy Policy"
      intro="What we know about you, and what we do with it."
      sections={privacySections}
    />
  );
}

/** Carriers look for the paragraph about mobile information. */
function privacySections(terms: TextTerms): readonly LegalSection[] {
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

export function TermsScreen() {
  return (
    <LegalPage
      title="Terms of Texting"
      intro="What you get when you sign up, and how to stop."
      sections={termsSections}
    />
  );
}

/** The points that carriers require: program, frequency, rates, HELP, STOP, support and the policy. */
function termsSections(terms: TextTerms): readonly LegalSection[] {
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

interface LegalPageProps {
  title: string;
  intro: string;
  sections: (terms: TextTerms) => readonly LegalSection[];
}

/** A legal text with the details of the business profile. */
function LegalPage({ title, intro, sections }: LegalPageProps) {
  const { data: terms } = useQuery(textTermsQuery(useApi()));
  return (
    <PublicPage title={title} intro={intro}>
      {terms &&
        sections(terms).map((section) => (
          <section key={section.title} className="grid gap-2">
            <h2 className="pub-title">{section.title}</h2>
            {section.paragraphs.map((paragraph) => (
              <p key={paragraph} className="dim wrap-anywhere">
                {paragraph}
              </p>
            ))}
            {section.link && (
              <p>
                <a className="underline" href={section.link.href}>
                  {section.link.label}
                </a>
              </p>
            )}
          </section>
        ))}
      {terms && (
        <section className="grid gap-2">
          <h2 className="pub-title">Contact</h2>
          <Contact terms={terms} />
        </section>
      )}
      <p>
        <a className="underline" href="/texts">
          Sign Up for Texts
        </a>
      </p>
    </PublicPage>
  );
}

/** Who runs the page and how to reach them, one line each. */
function Contact({ terms }: { terms: TextTerms }) {
  const { businessName, address, phone, email, website } = terms;
  return (
    <address className="dim grid justify-items-start gap-1 not-italic wrap-anywhere">
      <span>{businessName}</span>
      {address && <span className="whitespace-pre-line">{address}</span>}
      {phone && <PhoneLink phone={phone} />}
      {email && (
        <a className="underline" href={`mailto:${email}`}>
          {email}
        </a>
      )}
      {website && (
        <a className="underline" href={website}>
          {website}
        </a>
      )}
    </address>
  );
}
