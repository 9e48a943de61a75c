/** The groups in the order of their tabs. Each has a separate page. */
export const GROUPS = [
  { id: "salon", title: "Salon" },
  { id: "texting", title: "Texting" },
  { id: "payments", title: "Payments" },
  { id: "assistant", title: "Assistant and Reviews" },
  { id: "advanced", title: "Advanced" },
] as const;

export type GroupId = (typeof GROUPS)[number]["id"];

/** The cards in the order of their pages; their ids are the address's fragments. */
export const SECTIONS = [
  { id: "business", title: "Business Profile", group: "salon" },
  { id: "hours", title: "System Working Hours", group: "salon" },
  { id: "thank-you", title: "Appointment Thank-You Messages", group: "salon" },
  { id: "reminder", title: "Appointment Reminders", group: "salon" },
  { id: "employees", title: "Appointment Employees", group: "salon" },
  { id: "connections", title: "Connections", group: "salon" },
  { id: "twilio", title: "Twilio Integration", group: "texting" },
  { id: "webhooks", title: "Webhook Configuration", group: "texting" },
  { id: "pace", title: "Rate Limiting", group: "texting" },
  { id: "cost", title: "SMS Cost", group: "texting" },
  { id: "deliverability", title: "Auto Deliverability Check", group: "texting" },
  { id: "template", title: "Campaign Template", group: "texting" },
  { id: "pictures", title: "Pictures in Texts", group: "texting" },
  { id: "get-approved", title: "Get Approved", group: "texting" },
  { id: "manual-check", title: "Manual Deliverability Check", group: "texting" },
  { id: "stripe", title: "Stripe Integration", group: "payments" },
  { id: "fees", title: "Fees and Cards on File", group: "payments" },
  { id: "client-pages", title: "Client Pages", group: "payments" },
  { id: "codes", title: "Verification Codes", group: "payments" },
  { id: "membership-smtp", title: "Membership SMTP Configuration", group: "payments" },
  { id: "voice", title: "AI Voice Assistant", group: "assistant" },
  { id: "google", title: "Google Business Profile Reviews", group: "assistant" },
  { id: "sign-in", title: "Sign-In and Registration", group: "advanced" },
  { id: "smtp", title: "SMTP Configuration", group: "advanced" },
  { id: "zapier", title: "Zapier Integration", group: "advanced" },
  { id: "import-appointments", title: "Import Appointment Data", group: "advanced" },
  { id: "exports", title: "Exports", group: "advanced" },
  { id: "backups", title: "Backups", group: "advanced" },
  { id: "clear-appointments", title: "Clear All Appointments", group: "advanced" },
] as const satisfies readonly { id: string; title: string; group: GroupId }[];

export type Section = (typeof SECTIONS)[number];
export type SectionId = Section["id"];

export function titleOf(id: SectionId): string {
  return SECTIONS.find((section) => section.id === id)?.title ?? "";
}

export function sectionsOf(group: GroupId): readonly Section[] {
  return SECTIONS.filter((section) => section.group === group);
}

/** "/settings/texting#twilio". Sections of unknown ids are on the first page. */
export function settingsHref(id: string, search = ""): string {
  const section = SECTIONS.find((one) => one.id === id);
  const page = `/settings/${section?.group ?? GROUPS[0].id}${search}`;
  return section ? `${page}#${id}` : page;
}
