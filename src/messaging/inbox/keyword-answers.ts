import type { App } from "#src/app.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { sayFrom } from "#src/shared/business-name.ts";

export function optOutAnswer(app: App): string {
  return `${sayFrom(getSettings(app).businessName)}You're unsubscribed and won't get any more texts. Reply START to resubscribe.`;
}

export function optInAnswer(app: App): string {
  return `${sayFrom(getSettings(app).businessName)}You're subscribed again. Reply STOP to unsubscribe.`;
}

export function helpAnswer(app: App): string {
  const { businessName, businessPhone, businessEmail } = getSettings(app);
  const contact = [businessPhone, businessEmail].filter(Boolean).join(" or ");
  return `${sayFrom(businessName)}${contact ? `Contact us at ${contact}. ` : ""}Reply STOP to unsubscribe. Message and data rates may apply.`;
}
