import { Link } from "wouter";
import {
  GROUPS,
  goToSection,
  SECTIONS,
  type Section,
  type SectionId,
  settingsHref,
} from "./sections.ts";

/** Below the search: the matching sections of all groups. */
export function SearchResults({ query, onGo }: { query: string; onGo: () => void }) {
  const found = findSections(query);
  return (
    <div className="menu absolute top-full left-0 mt-1 max-h-96 w-full max-w-105 overflow-auto">
      <p className="sr" role="status">
        {found.length === 1 ? "1 section found" : `${found.length} sections found`}
      </p>
      {found.length === 0 && <p className="dim sm p-2.5">No matching settings</p>}
      <ul aria-label="Matching settings">
        {found.map((section) => {
          const field = matchedField(section, query);
          return (
            <li key={section.id}>
              <Link
                href={settingsHref(section.id)}
                className="flex items-center min-w-0 min-h-9 justify-between gap-3 rounded-sm px-2.5 py-1 text-sm hover:bg-hover touch:min-h-11"
                onClick={() => {
                  onGo();
                  // A section of this page; another page does the same when it opens.
                  setTimeout(goToSection, 0, section.id);
                }}
              >
                <span className="min-w-0">
                  <span className="clip block">{section.title}</span>
                  {field && (
                    <span className="xs faint clip block first-letter:uppercase">{field}</span>
                  )}
                </span>
                <span className="xs faint flex-none">
                  {GROUPS.find(({ id }) => id === section.group)?.title}
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** The fields of each section, by which it is found besides its title. */
const FIELDS: Readonly<Record<SectionId, string>> = {
  connections: "test, set up, ready",
  business: "name, address, help phone, help email, help e-mail, time zone, country, currency",
  hours: "work starts, work ends, opening hours",
  "thank-you": "thank-you message, minutes after the end",
  reminder: "reminder message, sent the day before at, second reminder, hours before the visit",
  employees: "employee name, working hours, calendar feed, staff",
  twilio: "account SID, auth token, phone number, messaging service SID, registration, 10DLC",
  "get-approved":
    "legal business name, EIN, website, your first name, your last name, your title, email for carriers, phone for carriers, business type, most offers per month, registration, 10DLC, toll-free verification, brand, campaign, opt-in page, poster",
  webhooks:
    "webhook base URL, receipts, incoming texts, incoming calls, call status, payments, Google sign-in, new contact, changed contact, new appointment, canceled appointment",
  pace: "messages per send, delay between messages (seconds), segments per second, daily cap, quiet hours, from, until, campaign texts per client, within days",
  cost: "cost per segment, price",
  deliverability: "check numbers before a campaign, line types, landlines",
  template: "message count, delay (seconds), message, test number, opt-out notice",
  pictures: "keep pictures in texts (days), media",
  "manual-check": "check numbers now",
  stripe:
    "publishable key, secret key, webhook signing secret, portal configuration, name on card statements, cards, payments",
  "client-pages": "domain, sign-up, portal",
  codes: "countries that can get codes, verification",
  "membership-smtp":
    "membership host, membership port, membership username, membership user name, membership password, membership from name, mail, e-mail",
  voice:
    "OpenAI API key, ElevenLabs API key, business description, greeting, connect callers to, keep call transcripts (days), how the assistant listens, text after a missed call, receptionist",
  google:
    "place ID, API key, OAuth client ID, OAuth client secret, fetch reviews at most every (minutes)",
  smtp: "host, port, username, user name, password, from name, from address, secure connection, mail server, e-mail",
  "sign-in": "two-step sign-in is required for, registration, accounts",
  zapier:
    "API key, webhook requests, address for new contact, address for changed contact, address for new appointment, address for deleted appointment",
  "import-appointments": "file, CSV",
  exports: "what to export, from, to, all data, accountant, payments, ZIP, download",
  backups: "back up now, copies, restore",
  "clear-appointments": "delete all",
};

/** The sections whose title or fields contain every word; matches in the title come first. */
export function findSections(typed: string): readonly Section[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  const found = SECTIONS.filter(({ id, title }) => has(`${title} ${FIELDS[id]}`));
  return found.toSorted((a, b) => Number(has(b.title)) - Number(has(a.title)));
}

/** The field that was searched for, if it is not the title. */
function matchedField({ id, title }: Section, typed: string): string | undefined {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.every((word) => title.toLowerCase().includes(word))) return undefined;
  return FIELDS[id]
    .split(", ")
    .find((field) => words.some((word) => field.toLowerCase().includes(word)));
}
