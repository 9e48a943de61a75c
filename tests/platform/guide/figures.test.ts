import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { FIGURES } from "#src/platform/guide/render-guide.ts";

/** Where the program has each limit that the guide quotes. Defaults of settings are read from their table. */
const SOURCES: Readonly<Record<string, readonly [file: string, source: string]>> = {
  clientMonths: ["src/shared/marketing-basis.ts", "within 18 months"],
  servicesOfVisit: ["src/calendar/services/visit-contract.ts", "MAX_SERVICES_OF_VISIT = 8;"],
  sessionDays: ["src/platform/http/cookies.ts", "SESSION_SECONDS = 7 * DAY_SECONDS;"],
  invitationDays: ["src/accounts/users/users.ts", "VALID_MS = 7 * DAY_MS;"],
  setUpMinutes: ["src/accounts/sign-in/invitation.ts", "VALID_MINUTES = 60;"],
  passwordMinutes: ["src/platform/http/sessions.ts", "PASSWORD_MS = 10 * MINUTE_MS;"],
  codeMinutes: [
    "src/accounts/verification-codes/verification-codes.ts",
    "CODE_MS = 10 * MINUTE_MS;",
  ],
  recoveryCodes: ["src/accounts/second-factor/second-factor.ts", "RECOVERY_CODES = 10;"],
  dailyBackups: ["src/platform/backups/backups.ts", "DAILY = 7;"],
  weeklyBackups: ["src/platform/backups/backups.ts", "WEEKLY = 4;"],
  backupTime: ["src/platform/config.ts", '.default("03:00")'],
  diskLowMb: ["src/platform/config.ts", "min(0, MEGABYTES).default(200)"],
  failedPayments: ["src/billing/ledger/apply-invoice.ts", "MAX_FAILED_ATTEMPTS = 3;"],
  fewestInstallments: ["src/shared/installments.ts", "MIN_INSTALLMENTS = 2;"],
  mostInstallments: ["src/shared/installments.ts", "MAX_INSTALLMENTS = 24;"],
  mostVisits: ["src/calendar/appointments/repeat-contract.ts", "MAX_VISITS = 52;"],
  openBookings: ["src/calendar/online-booking/book.ts", "MAX_OPEN = 3;"],
  bookedWithinDays: ["src/shared/constants.ts", "BOOKED_WITHIN_MS = 14 * DAY_MS;"],
  unansweredDays: ["src/calendar/waitlist/close-offer.ts", "MAX_UNANSWERED_DAYS = 3;"],
  requestsLogged: ["db/integrations/zapier.ts", "MAX_REQUESTS = 100;"],
  requestsAMinute: ["src/integrations/zapier/zapier.ts", "most: 600, seconds: 60 }"],
};

test.each(Object.entries(SOURCES))("%s is the program's", (name, [file, source]) => {
  expect(readFileSync(file, "utf8")).toContain(source);
  const figure = FIGURES[name]?.match(/\d+/)?.[0];
  expect(figure).toBeDefined();
  expect(source).toContain(String(figure));
});

test("defaults of settings are written as people read them", () => {
  expect(FIGURES).toMatchObject({
    quietFrom: "8 PM",
    quietUntil: "9 AM",
    reminderTime: "10 AM",
    offerMinutes: "15",
    codeCountries: "US, CA",
  });
});
