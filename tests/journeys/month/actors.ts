import { Visitor } from "#tests/long-run/visitor.ts";
import { seededRandom } from "#tests/sandbox/random.ts";
import { OWNER } from "#tests/support/salon.ts";
import { type Client, isAhead, type Model, type Visit } from "./model.ts";
import type { Salon } from "./salon.ts";
import { addDays, toInstant, toWall } from "./wall.ts";

const MINUTES = 60;

export interface Place {
  readonly employeeIds: readonly number[];
  readonly serviceId: number;
}

interface Slot {
  readonly start: string;
  readonly employeeId: number;
}

/** What clients and staff can do. Each action is sent to the salon and told to the model. */
export type Actors = ReturnType<typeof createActors>;

export function createActors(salon: Salon, model: Model, place: Place, seed: number) {
  const random = seededRandom(seed);
  const pick = (below: number) => Math.floor(random.next() * below);
  const one = <T>(of: readonly T[]): T | undefined => of[pick(of.length)];
  const { staff } = salon;
  const today = () => toWall(salon.now()).slice(0, 10);
  let visitors = 0;
  let newcomers = 0;

  /** A free time for the client, between these days from today. */
  async function findSlot(from: number, to: number): Promise<Slot | undefined> {
    const { slots } = (await staff.request(
      "GET",
      `/api/availability?serviceId=${place.serviceId}&from=${addDays(today(), from)}&to=${addDays(today(), to)}`,
    )) as { slots: Slot[] };
    const slot = one(slots);
    return slot && { ...slot, start: slot.start.slice(0, 16) };
  }

  const client = () => one(model.clients.filter(({ isOrdinary }) => isOrdinary)) as Client;
  /** A visit that lies at least so many hours ahead. */
  const visitAhead = (hours: number, fits: (visit: Visit) => boolean = () => true) =>
    one(
      model.visits.filter(
        (visit) =>
          visit.client.isOrdinary &&
          isAhead(visit) &&
          toInstant(visit.start) > salon.now() + hours * 3_600_000 &&
          fits(visit),
      ),
    );
  const patch = (visit: Visit, change: object) =>
    staff.request("PATCH", `/api/appointments/${visit.id}`, change);

  const actors = {
    pick,
    client,
    visitAhead,
    findSlot,
    async bookAtDesk(who: Client, notify: boolean, slot?: Slot): Promise<Visit | undefined> {
      const free = slot ?? (await findSlot(1, 12));
      if (!free) return undefined;
      const { start, employeeId } = free;
      const { id } = await staff.request("POST", "/api/appointments", {
        employeeId,
        serviceId: place.serviceId,
        clientName: who.name,
        phoneNumber: who.phone,
        appointmentDate: `${start}:00`,
        notify,
      });
      model.tell(who, `the desk books ${start}, visit ${id}${notify ? ", with a text" : ""}`);
      return model.book(
        { id, client: who, employeeId, start, minutes: MINUTES },
        notify ? "later" : "none",
      );
    },
    async bookOnline(who: Client): Promise<void> {
      if (who.isOptedOut) return;
      const visitor = newVisitor();
      await confirmPhone(visitor, who);
      const day = addDays(today(), 1 + pick(10));
      const { slots } = await visitor.get(
        `/api/booking/availability?serviceId=${place.serviceId}&from=${day}&to=${day}`,
      );
      const slot = one(slots as Slot[]);
      if (!slot) return;
      const start = slot.start.slice(0, 16);
      const answer = await visitor.ask("POST", "/api/booking", {
        serviceId: place.serviceId,
        employeeId: null,
        start: slot.start,
        name: who.name,
        marketingConsent: false,
      });
      // At most three open bookings for a number.
      if (answer.status === 409 || answer.status === 429) return;
      if (answer.status !== 201) throw new Error(`POST /api/booking: ${answer.status}`);
      const token = String(new URL(answer.body.manageUrl).pathname.split("/").at(-1));
      const id = Number(token.split("-")[0]);
      const list = await staff.request("GET", `/api/contacts/${who.contactId}/appointments`);
      const row = list.next.find(
        (each: { appointmentDate: string; status: string }) =>
          each.appointmentDate === `${start}:00` && each.status === "booked",
      );
      model.tell(who, `books ${start} online, visit ${row?.id}, booking ${id}`);
      model.book(
        {
          id: row.id,
          client: who,
          employeeId: row.employeeId,
          start,
          minutes: MINUTES,
          manage: { token },
        },
        "now",
      );
    },
    async moveAtDesk(visit: Visit, notify: boolean, slot?: Slot): Promise<void> {
      const free = slot ?? (await findSlot(1, 12));
      if (!free) return;
      await patch(visit, {
        appointmentDate: `${free.start}:00`,
        employeeId: free.employeeId,
        notify,
      });
      model.tell(
        visit.client,
        `the desk moves visit ${visit.id} from ${visit.start} to ${free.start}${notify ? ", with a text" : ""}`,
      );
      visit.employeeId = free.employeeId;
      model.move(visit, free.start, notify);
    },
    async cancelAtDesk(visit: Visit, notify: boolean): Promise<void> {
      await patch(visit, { status: "canceled", notify });
      model.tell(
        visit.client,
        `the desk cancels visit ${visit.id} of ${visit.start}${notify ? ", with a text" : ""}`,
      );
      model.cancel(visit, notify);
    },
    async removeAtDesk(visit: Visit, notify: boolean): Promise<void> {
      await staff.request("DELETE", `/api/appointments/${visit.id}?notify=${notify}`);
      model.tell(visit.client, `the desk deletes visit ${visit.id} of ${visit.start}`);
      model.remove(visit, notify);
    },
    async cancelByLink(visit: Visit): Promise<void> {
      await newVisitor().post(`/api/booking/${visit.manage?.token}/cancel`);
      model.tell(visit.client, `cancels visit ${visit.id} of ${visit.start} by the link`);
      model.cancelByClient(visit);
    },
    async moveByLink(visit: Visit): Promise<void> {
      const visitor = newVisitor();
      const day = addDays(today(), 2 + pick(8));
      const { slots } = await visitor.get(
        `/api/booking/availability?serviceId=${place.serviceId}&employeeId=${visit.employeeId}&from=${day}&to=${day}`,
      );
      const slot = one(slots as Slot[]);
      if (!slot) return;
      await visitor.post(`/api/booking/${visit.manage?.token}/reschedule`, { start: slot.start });
      const start = slot.start.slice(0, 16);
      model.tell(
        visit.client,
        `moves visit ${visit.id} from ${visit.start} to ${start} by the link`,
      );
      model.moveByClient(visit, start);
    },
    /** A client who appears in one plot only. */
    async addClient(firstName: string): Promise<Client> {
      const fields = { name: `${firstName} Novak`, phoneNumber: newNumber() };
      const { id, name, phoneNumber } = await staff.request("POST", "/api/contacts", fields);
      const added: Client = {
        contactId: id,
        name,
        phone: phoneNumber,
        isOptedOut: false,
        isErased: false,
        isOrdinary: false,
        reminders: [],
        story: [],
      };
      model.clients.push(added);
      return added;
    },
    newNumber,
    async changeNumber(who: Client): Promise<string> {
      const former = who.phone;
      const phoneNumber = newNumber();
      await staff.request("PATCH", `/api/contacts/${who.contactId}`, { phoneNumber });
      model.tell(who, `has a new number, ${phoneNumber}`);
      model.changeNumber(who, phoneNumber);
      return former;
    },
    async merge(who: Client, other: Client): Promise<void> {
      await staff.request("POST", `/api/contacts/${who.contactId}/merge`, {
        otherId: other.contactId,
        name: who.name,
        phoneNumber: who.phone,
        email: null,
      });
      model.tell(who, `is merged with ${other.name}, ${other.phone}`);
      model.merge(who, other);
    },
    async erase(who: Client): Promise<void> {
      await staff.request("POST", "/api/account/confirm-password", { password: OWNER.password });
      await staff.request("POST", `/api/contacts/${who.contactId}/erase`, { name: who.name });
      model.tell(who, "is erased");
      model.erase(who);
    },
    async say(who: Client, body: string): Promise<void> {
      model.tell(who, `texts "${body}"`);
      await salon.say(who.phone, body);
      model.say(who, body);
    },
  };
  return actors;

  function newNumber(): string {
    newcomers += 1;
    return `+1646${2_000_000 + newcomers}`;
  }

  function newVisitor() {
    visitors += 1;
    const address = `100.64.${(visitors >> 8) & 255}.${visitors & 255}`;
    const failed = { broken: [] as string[], refused: new Map<string, number>() };
    const visitor = new Visitor(failed, salon.url, address);
    const insist = async (method: string, path: string, body?: unknown) => {
      const answer = await visitor.ask(method, path, body);
      if (answer.status >= 300)
        throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
      return answer.body;
    };
    return {
      ask: (method: string, path: string, body?: unknown) => visitor.ask(method, path, body),
      get: (path: string) => insist("GET", path),
      post: (path: string, body?: unknown) => insist("POST", path, body),
    };
  }

  async function confirmPhone(visitor: ReturnType<typeof newVisitor>, who: Client): Promise<void> {
    const phoneNumber = who.phone;
    const before = (await salon.twilio.log()).length;
    await visitor.post("/api/booking/send-code", { phoneNumber });
    model.expectText(who, "code");
    for (;;) {
      const text = (await salon.twilio.log()).slice(before).find(({ to }) => to === phoneNumber);
      const code = /\b\d{6}\b/.exec(text?.body ?? "")?.[0];
      if (code) {
        await visitor.post("/api/booking/verify-code", { phoneNumber, code });
        return;
      }
      await Bun.sleep(5);
    }
  }
}
