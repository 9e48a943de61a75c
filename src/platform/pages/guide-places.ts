/** The page of the guide about each screen, by the beginning of the screen's path. The longest one counts. */
export const GUIDE_PLACES: Readonly<Record<string, string>> = {
  "/": "first-hour",
  "/campaigns": "campaigns",
  "/campaigns/automatic": "automatic-texts",
  "/inbox": "inbox",
  "/contacts": "clients-and-consent",
  "/appointments": "calendar",
  "/waitlist": "waitlist",
  "/potential-appointments": "receptionist",
  "/call-transcripts": "receptionist",
  "/reviews": "reviews",
  "/reports": "reports",
  "/memberships": "memberships-and-plans",
  "/subscriptions": "memberships-and-plans",
  "/payment-plans": "memberships-and-plans",
  "/payment-plan-subscriptions": "memberships-and-plans",
  "/contact-updates": "api",
  "/appointment-management": "api",
  "/api-reference": "api",
  "/users": "users-and-permissions",
  "/audit-logs": "users-and-permissions",
  "/account": "security",
  "/settings": "connections",
  "/settings/texting": "approved-to-text",
  "/settings/payments": "deposits-and-payments",
  "/settings/assistant": "receptionist",
  "/settings/hours": "hours-and-services",
  "/settings/services": "hours-and-services",
};

/** Returns the address of the page about a screen, or of the contents for a screen that no page is about. */
export function guidePageFor(path: string): string {
  const [best] = Object.keys(GUIDE_PLACES)
    .filter((place) => path === place || (place !== "/" && path.startsWith(`${place}/`)))
    .toSorted((one, other) => other.length - one.length);
  return best === undefined ? "/guide" : `/guide/${GUIDE_PLACES[best]}`;
}
