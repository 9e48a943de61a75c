import { admin, defineModule, staff, visitor } from "#src/platform/http/routes.ts";
import { bookOnline, sendBookingCode, verifyBookingCode } from "./book.ts";
import { booking } from "./contract.ts";
import { refundKeptDeposit, textDepositLink } from "./deposit-requests.ts";
import { joinWaitlist, leaveOwnEntry } from "./join-waitlist.ts";
import {
  cancelBooking,
  getCalendarFile,
  getManaged,
  listNewTimes,
  payDeposit,
  rescheduleBooking,
} from "./manage.ts";
import {
  getBookingPage,
  getBookingTerms,
  listBookableServices,
  listBookableSlots,
} from "./services.ts";

export const bookingModule = defineModule(booking, {
  services: visitor(({ app }) => listBookableServices(app)),
  terms: visitor(({ app }) => getBookingTerms(app)),
  availability: visitor(({ app, query }) => listBookableSlots(app, query)),
  sendCode: visitor(({ app, body, caller }) => sendBookingCode(app, body.phoneNumber, caller)),
  verifyCode: visitor(({ app, body, caller, answer }) =>
    verifyBookingCode(app, body, { caller, answer }),
  ),
  book: visitor(({ app, body, caller, proof }) => bookOnline(app, body, { caller, proof })),
  wait: visitor(({ app, body, caller, proof }) => joinWaitlist(app, body, { caller, proof })),
  leave: visitor(({ app, params, caller }) => leaveOwnEntry(app, params.token, caller)),
  one: visitor(({ app, params }) => getManaged(app, params.token)),
  newTimes: visitor(({ app, params, query }) => listNewTimes(app, params.token, query)),
  cancel: visitor(({ app, params, caller }) => cancelBooking(app, params.token, caller)),
  reschedule: visitor(({ app, params, body, caller }) =>
    rescheduleBooking(app, params.token, body.start, caller),
  ),
  pay: visitor(({ app, params }) => payDeposit(app, params.token)),
  textDepositLink: staff("/appointments", ({ app, actor, id }) => textDepositLink(app, actor, id)),
  refundDeposit: admin(({ app, actor, id }) => refundKeptDeposit(app, actor, id)),
  page: admin(({ app }) => getBookingPage(app)),
  calendarFile: visitor(({ app, params }) => getCalendarFile(app, params.token)),
});
