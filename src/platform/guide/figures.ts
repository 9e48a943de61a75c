import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SETTINGS } from "#src/platform/settings/table-contract.ts";

/**
 * The figures that the guide quotes, by their names in its pages: `{{sessionDays}}`. Defaults of settings are read
 * from their table. Limits of other domains are compared with the code by tests/platform/guide/figures.test.ts.
 */
export const FIGURES: Readonly<Record<string, string>> = {
  quietFrom: clock(SETTINGS.quietHoursStart.default),
  quietUntil: clock(SETTINGS.quietHoursEnd.default),
  reminderTime: clock(SETTINGS.appointmentReminderTime.default),
  secondReminderHours: String(SETTINGS.appointmentSecondReminderHours.default),
  thankYouMinutes: String(SETTINGS.appointmentThankYouDelayMinutes.default),
  offerMinutes: String(SETTINGS.waitlistOfferMinutes.default),
  noticeHours: String(SETTINGS.bookingNoticeHours.default),
  horizonDays: String(SETTINGS.bookingHorizonDays.default),
  cancellationHours: String(SETTINGS.bookingCancellationHours.default),
  costPerSegment: SETTINGS.costPerSegment.default,
  pictureDays: String(SETTINGS.mediaRetentionDays.default),
  transcriptDays: String(SETTINGS.callTranscriptRetentionDays.default),
  smtpPort: String(SETTINGS.smtpPort.default),
  reviewMinutes: String(SETTINGS.googleReviewsCacheDurationMinutes.default),
  codeCountries: SETTINGS.verificationCountries.default.join(", "),
  clientMonths: "18",
  servicesOfVisit: "8",
  sessionDays: "7",
  invitationDays: "7",
  setUpMinutes: "60",
  passwordMinutes: "10",
  codeMinutes: "10",
  recoveryCodes: "10",
  dailyBackups: "7",
  weeklyBackups: "4",
  backupTime: clock("03:00"),
  diskLowMb: "200",
  failedPayments: "3",
  fewestInstallments: "2",
  mostInstallments: "24",
  mostVisits: "52",
  openBookings: "3",
  bookedWithinDays: "14",
  unansweredDays: "3",
  requestsLogged: "100",
  requestsAMinute: "600",
  releaseKeys: releaseKeys(),
};

/** The keys that sign releases, as `ssh-keygen -Y verify -f` reads them. */
function releaseKeys(): string {
  const lines = readFileSync(join(import.meta.dir, "../../../docs/signers"), "utf8").split("\n");
  const keys = lines.filter((line) => line !== "" && !line.startsWith("#"));
  return keys.join("\n") || "# This build has no key yet, so its releases aren't signed.";
}

/** "20:00" as "8 PM". */
function clock(time: string): string {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  const half = hours < 12 ? "AM" : "PM";
  return `${hours % 12 || 12}${minutes ? `:${String(minutes).padStart(2, "0")}` : ""} ${half}`;
}
