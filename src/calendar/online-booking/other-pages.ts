import { findOnlineBooking, type OnlineBookingRow } from "#db/calendar/online-bookings.ts";
import { readState, writeState } from "#db/state.ts";
import type { App } from "#src/app.ts";

const STATE = "other-deposit-pages";

/** A page of Stripe that isn't its booking's anymore, or not the one that paid it. */
interface OtherPage {
  readonly checkoutId: string;
  readonly bookingId: number;
}

/** Returns the pages of deposits that another page has replaced, and that may be paid nevertheless. */
export function listOtherPages(app: App): readonly OtherPage[] {
  return readState<OtherPage[]>(app.db, STATE) ?? [];
}

/** Returns the booking of such a page. */
export function findBookingOfOther(app: App, checkoutId: string): OnlineBookingRow | undefined {
  const page = listOtherPages(app).find((one) => one.checkoutId === checkoutId);
  return page && findOnlineBooking(app.db, page.bookingId);
}

/** Returns every page on which a booking may be paid. */
export function pagesOf(app: App, booking: OnlineBookingRow | undefined): string[] {
  const others = listOtherPages(app).filter(({ bookingId }) => bookingId === booking?.id);
  const ids = [...others.map(({ checkoutId }) => checkoutId), booking?.checkoutId];
  return ids.filter((id) => typeof id === "string");
}

export function addOtherPage(app: App, page: OtherPage): void {
  writeState(app.db, STATE, [...listOtherPages(app), page]);
}

/** Its end is known. */
export function removeOtherPage(app: App, checkoutId: string): void {
  const pages = listOtherPages(app);
  const others = pages.filter((one) => one.checkoutId !== checkoutId);
  if (others.length < pages.length) writeState(app.db, STATE, others);
}
