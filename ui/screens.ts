import { accountsScreens } from "./accounts/screens.ts";
import { billingScreens } from "./billing/screens.ts";
import { calendarScreens } from "./calendar/screens.ts";
import { callsScreens } from "./calls/screens.ts";
import { clientsScreens } from "./clients/screens.ts";
import { integrationsScreens } from "./integrations/screens.ts";
import { messagingScreens } from "./messaging/screens.ts";
import { platformScreens } from "./platform/screens.ts";
import { reviewsScreens } from "./reviews/screens.ts";
import { type Screen, screenIn } from "./screen.ts";

/** The staff's screens: path, title, access and module. */
export const screens: readonly Screen[] = [
  ...accountsScreens,
  ...messagingScreens,
  ...clientsScreens,
  ...calendarScreens,
  ...billingScreens,
  ...callsScreens,
  ...reviewsScreens,
  ...platformScreens,
  ...integrationsScreens,
];

export function screenAt(pathname: string): Screen | undefined {
  return screenIn(screens, pathname);
}
