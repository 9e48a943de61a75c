import type { App } from "#src/app.ts";
import { setVerifiedPhone } from "#src/calendar/online-booking/book.ts";
import { type Desk, desk } from "#tests/calendar/appointments/stand.ts";
import type { Reply } from "#tests/support/test-app.ts";

export const RUTH = "+12025550134";
/** The Friday after today. */
export const FRIDAY = "2026-11-27";

export interface BookingDesk extends Desk {
  /** The id of a facial of an hour with both employees. */
  readonly facial: number;
  /** Books as the visitor with that phone; Ruth at ten unless told otherwise. */
  readonly online: (wanted?: object, phone?: string) => Promise<Reply>;
}

/** The salon with a service that can be booked online. */
export async function bookingDesk(service: object = {}): Promise<BookingDesk> {
  const parlor = await desk();
  const { body } = await parlor.admin.request("POST", "/api/services", {
    name: "Hydrating Facial",
    category: "Skin",
    durationMinutes: 60,
    price: "120.00",
    onlineBooking: true,
    ...service,
  });
  return {
    ...parlor,
    facial: body.id,
    online: (wanted = {}, phone = RUTH) =>
      parlor.visitor(
        "POST",
        "/api/booking",
        {
          serviceId: body.id,
          employeeId: null,
          start: `${FRIDAY}T10:00:00`,
          name: "Ruth Abernathy",
          ...wanted,
        },
        { cookie: cookieOf(parlor.app, phone) },
      ),
  };
}

/** The cookie of a browser that confirmed this phone. */
export function cookieOf(app: App, phone: string): string {
  const answer = new Headers();
  setVerifiedPhone(app, answer, phone);
  return answer.get("set-cookie")?.split(";")[0] ?? "";
}

/** "1-abc…" of "https://…/book/1-abc…". */
export function tokenOf({ body }: Reply): string {
  return new URL(body.manageUrl).pathname.slice("/book/".length);
}
