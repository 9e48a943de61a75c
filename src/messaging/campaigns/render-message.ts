import type { App } from "#src/app.ts";
import { longestNames } from "#src/clients/contacts/contacts.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { addOptOutNotice } from "#src/shared/opt-out-notice.ts";
import { worstCase } from "#src/shared/worst-case.ts";

export interface RenderedMessage {
  readonly message: string;
  /** Segments of the longest possible text, with the longest names filled in. */
  readonly segments: number;
}

/** The message as it will be sent, with the opt-out notice if the settings always add it. */
export function renderMessage(app: App, message: string): RenderedMessage {
  const { optOutNoticeAlways, businessName } = getSettings(app);
  const text = optOutNoticeAlways ? addOptOutNotice(message, businessName) : message;
  return { message: text, segments: worstCase(text, longestNames(app)).segments };
}
