import { useQuery } from "@tanstack/react-query";
import type { TextTerms } from "#src/messaging/sign-ups/contract.ts";
import { useApi } from "#ui/api.ts";
import { PhoneLink } from "#ui/billing/client-pages/contact-line.tsx";
import { PublicPage } from "#ui/billing/client-pages/public-page.tsx";
import { textTermsQuery } from "./queries.ts";

export interface LegalSection {
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly link?: { readonly label: string; readonly href: string };
}

interface LegalPageProps {
  title: string;
  intro: string;
  sections: (terms: TextTerms) => readonly LegalSection[];
}

/** A legal text with the details of the business profile. */
export function LegalPage({ title, intro, sections }: LegalPageProps) {
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
