import type { App } from "#src/app.ts";
import { longestNames } from "#src/clients/contacts/contacts.ts";
import { settingsOf } from "#src/platform/settings/settings.ts";
import { withNotice } from "#src/shared/opt-out-notice.ts";
import { worstCase } from "#src/shared/worst-case.ts";
import type { Composing } from "./contract.ts";

export interface Wording {
  readonly message: string;
  /** Of one text at its longest, with the longest names filled in. */
  readonly segments: number;
}

/** The message as it will be sent: with the opt-out notice where the business always wants it. */
export function worded(app: App, message: string): Wording {
  const { optOutNoticeAlways, businessName } = settingsOf(app);
  const text = optOutNoticeAlways ? withNotice(message, businessName) : message;
  return { message: text, segments: worstCase(text, longestNames(app)).segments };
}

export function composing(app: App): Composing {
  return {
    longestNames: longestNames(app).map(shapeOf),
    noticeAlways: settingsOf(app).optOutNoticeAlways,
  };
}

/** Only its length and alphabet: whoever may not see names sees none here. */
function shapeOf(name: string): string {
  return name.replace(/[^\s]/gu, (sign) => (/[ -~]/.test(sign) ? "m" : "ж".repeat(sign.length)));
}
