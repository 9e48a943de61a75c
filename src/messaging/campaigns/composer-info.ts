import type { App } from "#src/app.ts";
import { longestNames } from "#src/clients/contacts/contacts.ts";
import { registrationWarning } from "#src/messaging/registration/registration.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import type { ComposerInfo } from "./contract.ts";
import { findTestNumber } from "./test-text.ts";

export function readComposerInfo(app: App): ComposerInfo {
  return {
    longestNames: longestNames(app).map(maskName),
    noticeAlways: getSettings(app).optOutNoticeAlways,
    testPhoneNumber: findTestNumber(app) ?? null,
    registrationWarning: registrationWarning(app),
  };
}

/** Keeps only the length and alphabet, because the reader may not be allowed to see names. */
function maskName(name: string): string {
  return name.replace(/[^\s]/gu, (character) =>
    /[ -~]/.test(character) ? "m" : "ж".repeat(character.length),
  );
}
