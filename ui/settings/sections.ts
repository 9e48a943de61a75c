/** The cards, in their order on the page; the ids are what the address can point to. */
export const SECTIONS = [
  { id: "connections", title: "Connections" },
  { id: "business", title: "Business Profile" },
  { id: "twilio", title: "Twilio Integration" },
  { id: "smtp", title: "SMTP Configuration" },
  { id: "pace", title: "Rate Limiting" },
  { id: "cost", title: "SMS Cost" },
  { id: "deliverability", title: "Auto Deliverability Check" },
  { id: "template", title: "Campaign Template" },
  { id: "webhooks", title: "Webhook Configuration" },
  { id: "zapier", title: "Zapier Integration" },
  { id: "manual-check", title: "Manual Deliverability Check" },
  { id: "employees", title: "Appointment Employees" },
  { id: "import-appointments", title: "Import Appointment Data" },
  { id: "backups", title: "Backups" },
  { id: "clear-appointments", title: "Clear All Appointments" },
] as const;

export type SectionId = (typeof SECTIONS)[number]["id"];

export function titleOf(id: SectionId): string {
  return SECTIONS.find((section) => section.id === id)?.title ?? "";
}
