export type Role = "admin" | "user";

/** What a non-admin may see. Stored as JSON with the user, in the specification's shape. */
export interface Permissions {
  readonly pages: readonly string[];
  readonly employeeIds: readonly number[];
  readonly canViewClientPhoneNumbers: boolean;
  readonly canViewClientNames: boolean;
}

/** The pages an admin can give to a user, in the order of the menu. */
export const GRANTABLE_PAGES = [
  { path: "/", title: "Dashboard" },
  { path: "/campaigns", title: "Campaigns" },
  { path: "/inbox", title: "Inbox" },
  { path: "/contacts", title: "Contacts" },
  { path: "/appointments", title: "Appointments" },
  { path: "/waitlist", title: "Waitlist" },
  { path: "/contact-updates", title: "Contact Updates" },
  { path: "/appointment-management", title: "Appointment Management" },
  { path: "/potential-appointments", title: "AI Appointments" },
  { path: "/call-transcripts", title: "Call Transcripts" },
  { path: "/reviews", title: "Reviews" },
  { path: "/reports", title: "Reports" },
  { path: "/memberships", title: "Memberships" },
  { path: "/subscriptions", title: "Subscriptions" },
  { path: "/payment-plans", title: "Payment Plans" },
  { path: "/payment-plan-subscriptions", title: "Payment Subscribers" },
  { path: "/audit-logs", title: "Audit Logs" },
] as const;

export type Page = (typeof GRANTABLE_PAGES)[number]["path"];

/** Of a new user: no page until an admin opens some. Names and numbers are seen unless an admin hides them. */
export const NEW_USER_PERMISSIONS: Permissions = {
  pages: [],
  employeeIds: [],
  canViewClientPhoneNumbers: true,
  canViewClientNames: true,
};

/** The part of a signed-in user that permissions depend on. */
export interface Visitor {
  readonly role: Role;
  readonly permissions: Permissions;
}

export function mayOpen(user: Visitor, page: string): boolean {
  return user.role === "admin" || user.permissions.pages.includes(page);
}

/** Returns true when the user may see the employee's column and appointments. An empty list means none. */
export function maySeeEmployee(user: Visitor, employeeId: number): boolean {
  return user.role === "admin" || user.permissions.employeeIds.includes(employeeId);
}

export function seesNames(user: Visitor): boolean {
  return user.role === "admin" || user.permissions.canViewClientNames;
}

export function seesPhones(user: Visitor): boolean {
  return user.role === "admin" || user.permissions.canViewClientPhoneNumbers;
}

export function seesClients(user: Visitor): boolean {
  return seesNames(user) && seesPhones(user);
}

/** Returns the first page that the user may see, or "/". */
export function homePage(user: Visitor): string {
  return GRANTABLE_PAGES.find(({ path }) => mayOpen(user, path))?.path ?? "/";
}
