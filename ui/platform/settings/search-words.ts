import type { SectionId } from "./sections.ts";

/** What each section is found by besides its title: its fields, and what owners call them. */
export const SECTION_WORDS: Readonly<Record<SectionId, string>> = {
  connections: "test, set up, ready, status, is it working",
  business:
    "name of the salon, salon name, business name, address, phone number of the salon, email address of the salon, name, address, help phone, help email, help e-mail, time zone, country, currency",
  hours: "work starts, work ends",
  "thank-you": "thank-you message, minutes after the end, thanks, follow-up, after the visit",
  reminder:
    "reminders, reminder text, confirmation, reminder message, sent the day before at, second reminder, hours before the visit",
  employees:
    "staff, stylists, team, add an employee, stylist, employee name, working hours, calendar feed, Google Calendar",
  twilio: "account SID, auth token, phone number, messaging service SID, registration, 10DLC",
  "get-approved":
    "legal business name, EIN, website, your first name, your last name, your title, email for carriers, phone for carriers, business type, most offers per month, registration, 10DLC, toll-free verification, brand, campaign, opt-in page, poster",
  webhooks:
    "webhook base URL, receipts, incoming texts, incoming calls, call status, new contact, changed contact, new appointment, canceled appointment",
  pace: "messages per send, delay between messages (seconds), segments per second, daily cap, quiet hours, do not disturb, night, how fast, limit, from, until, campaign texts per client, within days",
  cost: "cost per segment, price of a text, texting cost",
  deliverability: "check numbers before a campaign, line types, landlines",
  template: "message count, delay (seconds), message, test number, opt-out notice, Reply STOP",
  pictures: "keep pictures in texts (days), media",
  "manual-check": "check numbers now",
  stripe:
    "credit cards, take payments, card reader, publishable key, secret key, webhook signing secret, webhook address, payments received, portal configuration, name on card statements, cards, payments",
  fees: "no-show fee, late-cancellation fee, cancellation policy, missed visit, fee, percent of the price, ask for a card when clients book online, from this price, card on file, save a card, note about tips, tip, gratuity",
  "client-pages": "domain, custom domain, website address, sign-up, portal",
  codes: "countries for sign-in codes, verification",
  "membership-smtp":
    "membership host, membership port, membership username, membership user name, membership password, membership from name, mail, e-mail",
  voice:
    "OpenAI API key, ElevenLabs API key, business description, greeting, connect callers to, keep call transcripts (days), how the AI receptionist listens, text after a missed call, missed call, receptionist, AI receptionist, phone assistant, robot",
  google:
    "place ID, API key, OAuth client ID, OAuth client secret, authorized redirect URI, Google sign-in, fetch reviews at most every (minutes)",
  smtp: "host, port, username, user name, password, from name, from address, secure connection, mail server, e-mail",
  "sign-in":
    "two-step sign-in is required for, registration, new accounts, security, public guide, help",
  zapier:
    "API key, webhook requests, address for new contact, address for changed contact, address for new appointment, address for deleted appointment",
  "import-appointments": "file, CSV",
  exports:
    "export, bookkeeping, accounting, what to export, from, to, all data, accountant, payments, ZIP, download, CSV, Excel",
  backups: "backup, back up now, copies, restore",
  "clear-appointments": "delete all",
};
