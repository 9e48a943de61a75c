import { sendOffers } from "#src/calendar/automatic-texts/send-offers.ts";
import { closeEmptyConflicts } from "#src/calendar/deletion-conflicts/deletion-conflicts.ts";
import { completeDeposits, releaseUnpaid } from "#src/calendar/online-booking/complete-deposit.ts";
import { refundDeposits } from "#src/calendar/online-booking/deposits.ts";
import { expireRequests } from "#src/calendar/online-booking/waiting-visits.ts";
import { sendReminders } from "#src/calendar/reminders/send-reminders.ts";
import { sendThankYous } from "#src/calendar/reminders/send-thank-yous.ts";
import { textVisitChanges } from "#src/calendar/reminders/text-changes.ts";
import { offerGaps } from "#src/calendar/waitlist/offer-gaps.ts";
import type { Job } from "#src/platform/jobs/scheduler.ts";

/** Jobs that text clients about visits, and decide on what no one decided on. */
export const CALENDAR_JOBS: readonly Job[] = [
  {
    id: "close-empty-conflicts",
    description: "Closes deletion conflicts that have no appointment left.",
    everySeconds: 600,
    run: closeEmptyConflicts,
  },
  {
    id: "send-reminders",
    description: "Sends appointment reminders.",
    everySeconds: 60,
    run: sendReminders,
  },
  {
    id: "text-visit-changes",
    description: "Texts clients that their visit was booked, moved or canceled.",
    everySeconds: 5,
    run: textVisitChanges,
  },
  {
    id: "send-thank-yous",
    description: "Sends thank-you texts.",
    everySeconds: 120,
    run: sendThankYous,
  },
  {
    id: "send-offers",
    description: "Writes the automatic texts that bring clients back.",
    everySeconds: 60,
    run: sendOffers,
  },
  {
    id: "offer-waitlist",
    description: "Ends expired holds and offers free times to clients on the waitlist.",
    everySeconds: 1,
    run: offerGaps,
  },
  {
    id: "expire-booking-requests",
    description:
      "Declines requests that no one decided on, and releases times without their deposit.",
    everySeconds: 30,
    run: async (app) => {
      await expireRequests(app);
      await releaseUnpaid(app);
    },
  },
  {
    id: "complete-deposits",
    description: "Records paid deposits whose event is missing.",
    everySeconds: 300,
    atStart: true,
    run: completeDeposits,
  },
  {
    id: "refund-deposits",
    description: "Refunds the deposits of canceled online bookings.",
    everySeconds: 30,
    run: refundDeposits,
  },
];
