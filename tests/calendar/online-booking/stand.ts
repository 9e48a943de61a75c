import type { App } from "#src/app.ts";
import { setVerifiedPhone } from "#src/calendar/online-booking/book.ts";
import { JOBS } from "#src/jobs.ts";
import type { PushMessage } from "#src/platform/providers/push.ts";
import { type Desk, desk } from "#tests/calendar/appointments/stand.ts";
import type { Person, Reply } from "#tests/support/test-app.ts";

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

/** Runs a recurring job now. */
export async function runJob(app: App, id: string): Promise<void> {
  const job = JOBS.find((one) => one.id === id);
  if (!job) throw new Error(`no job ${id}`);
  await job.run(app);
}

/** The notifications that this person's browser gets from now on. */
export async function notificationsOf(app: App, person: Person): Promise<PushMessage[]> {
  const received: PushMessage[] = [];
  const device = `https://push.example.com/${person.id}`;
  const { push } = app.providers;
  Object.assign(app.providers, {
    push: (keys: Parameters<typeof push>[0]) => ({
      send: async (to: { endpoint: string }, message: PushMessage) => {
        if (to.endpoint !== device) return push(keys).send(to as never, message);
        received.push(message);
        return { kind: "sent" };
      },
    }),
  });
  await person.request("POST", "/api/push/key");
  const { available } = (await person.request("GET", "/api/push")).body;
  const { status } = await person.request("POST", "/api/push", {
    endpoint: device,
    keys: { p256dh: "a", auth: "b" },
    kinds: available,
  });
  if (status !== 200) throw new Error(`subscribing answered ${status}`);
  return received;
}
