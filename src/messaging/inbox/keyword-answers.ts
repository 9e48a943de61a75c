import type { App } from "#src/app.ts";
import { getSettings } from "#src/platform/settings/settings.ts";

export function optOutAnswer(app: App): string {
  return `${businessPrefix(app)}You're unsubscribed and won't get any more texts. Reply START to resubscribe.`;
}

export function optInAnswer(app: App): string {
  return `${businessPrefix(app)}You're subscribed again. Reply STOP to unsubscribe.`;
}

export function helpAnswer(app: App): string {
  const { businessPhone, businessEmail } = getSettings(app);
  const contact = [businessPhone, businessEmail].filter(Boolean).join(" or ");
  return `${businessPrefix(app)}${contact ? `Contact us at ${contact}. ` : ""}Reply STOP to unsubscribe. Message and data rates may apply.`;
}

function businessPrefix(app: App): string {
  const { businessName } = getSettings(app);
  return businessName ? `${businessName}: ` : "";
}
