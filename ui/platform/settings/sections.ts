/** The cards in page order; their ids are the address's fragments. */
export const SECTIONS = [
  { id: "connections", title: "Connections" },
  { id: "twilio", title: "Twilio Integration" },
  { id: "business", title: "Business Profile" },
  { id: "sign-in", title: "Sign-In and Registration" },
  { id: "smtp", title: "SMTP Configuration" },
  { id: "membership-smtp", title: "Membership SMTP Configuration" },
  { id: "pace", title: "Rate Limiting" },
  { id: "cost", title: "SMS Cost" },
  { id: "deliverability", title: "Auto Deliverability Check" },
  { id: "template", title: "Campaign Template" },
  { id: "webhooks", title: "Webhook Configuration" },
  { id: "hours", title: "System Working Hours" },
  { id: "voice", title: "AI Voice Assistant" },
  { id: "stripe", title: "Stripe Integration" },
  { id: "client-pages", title: "Client Pages" },
  { id: "codes", title: "Verification Codes" },
  { id: "google", title: "Google Business Profile Reviews" },
  { id: "thank-you", title: "Appointment Thank-You Messages" },
  { id: "reminder", title: "Appointment Reminders" },
  { id: "zapier", title: "Zapier Integration" },
  { id: "get-approved", title: "Get Approved" },
  { id: "manual-check", title: "Manual Deliverability Check" },
  { id: "employees", title: "Appointment Employees" },
  { id: "import-appointments", title: "Import Appointment Data" },
  { id: "exports", title: "Exports" },
  { id: "backups", title: "Backups" },
  { id: "clear-appointments", title: "Clear All Appointments" },
] as const;

export type SectionId = (typeof SECTIONS)[number]["id"];

export function titleOf(id: SectionId): string {
  return SECTIONS.find((section) => section.id === id)?.title ?? "";
}

/** Scrolls to a card and focuses its first field. */
export function goToSection(id: SectionId): void {
  document.getElementById(id)?.scrollIntoView();
  document
    .querySelector<HTMLElement>(`#${id} :is(input, textarea)`)
    ?.focus({ preventScroll: true });
}
