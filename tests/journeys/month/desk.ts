import { seededRandom } from "#tests/sandbox/random.ts";
import { OWNER } from "#tests/support/salon.ts";
import * as model from "./model.ts";
import type { Salon } from "./salon.ts";
import * as visits from "./visits.ts";
import { freeTime, type Waitlist, wait } from "./waitlist.ts";
import { addDays, toWall } from "./wall.ts";
import { type Client, isAhead, type Place, tell, type Visit, type World } from "./world.ts";

export interface Services {
  /** Three employees perform it on ordinary days. */
  readonly facial: number;
  /** One employee, who has a waitlist. */
  readonly massage: number;
  /** Another one, with a deposit. */
  readonly balayage: number;
}

/** A plot yields the day of the month and the hour at which it continues, such as "03 14:00". */
export type Plot = AsyncGenerator<string, void>;

/** What the salon's staff do. Each action is sent to the salon and told to the model. */
export interface Desk {
  readonly services: Services;
  readonly random: {
    readonly pick: (below: number) => number;
    readonly one: <T>(of: readonly T[]) => T | undefined;
  };
  readonly salon: Salon;
  readonly world: World;
  readonly waitlist: Waitlist;
  /** An ordinary client. */
  readonly client: () => Client;
  /** An ordinary visit that is at least so many hours ahead. */
  readonly visitAhead: (hours: number, fits?: (visit: Visit) => boolean) => Visit | undefined;
  /** A free time between these days from today. */
  readonly findPlace: (from: number, to: number, service?: number) => Promise<Place | undefined>;
  readonly book: (
    client: Client,
    place: Place | undefined,
    notify: boolean,
    service?: number,
  ) => Promise<Visit>;
  readonly move: (visit: Visit, place: Place | undefined, notify: boolean) => Promise<void>;
  readonly cancel: (visit: Visit, notify: boolean) => Promise<void>;
  readonly remove: (visit: Visit, notify: boolean) => Promise<void>;
  readonly approve: (visit: Visit, deposit?: string) => Promise<void>;
  readonly markNoShow: (visit: Visit) => Promise<void>;
  /** A client who appears in one plot only. */
  readonly addClient: (firstName: string) => Promise<Client>;
  readonly changeNumber: (client: Client) => Promise<void>;
  readonly merge: (client: Client, other: Client) => Promise<void>;
  readonly erase: (client: Client) => Promise<void>;
  readonly putOnWaitlist: (client: Client, days: number) => Promise<void>;
  readonly say: (client: Client, body: string) => Promise<void>;
}

export function openDesk({
  salon,
  world,
  waitlist,
  services,
  seed,
}: {
  salon: Salon;
  world: World;
  waitlist: Waitlist;
  services: Services;
  seed: number;
}): Desk {
  const random = seededRandom(seed);
  const pick = (below: number) => Math.floor(random.next() * below);
  const one = <T>(of: readonly T[]): T | undefined => of[pick(of.length)];
  const { staff } = salon;
  const day = (ahead: number) => addDays(toWall(salon.now()).slice(0, 10), ahead);
  const patch = (visit: Visit, change: object) =>
    staff.request("PATCH", `/api/appointments/${visit.id}`, change);
  const earliest = (hours: number) => toWall(salon.now() + hours * 3_600_000);
  let numbers = 0;

  function newNumber(): string {
    numbers += 1;
    return `+1646${2_000_000 + numbers}`;
  }

  return {
    services,
    salon,
    world,
    waitlist,
    random: { pick, one },
    client: () => one(world.clients.filter(({ isOrdinary }) => isOrdinary)) as Client,
    visitAhead: (hours, fits = () => true) =>
      one(
        world.visits.filter(
          (visit) =>
            visit.client.isOrdinary &&
            isAhead(visit) &&
            visit.start > earliest(hours) &&
            fits(visit),
        ),
      ),
    async findPlace(from, to, service = services.facial) {
      const query = `serviceId=${service}&from=${day(from)}&to=${day(to)}`;
      const { slots } = await staff.request("GET", `/api/availability?${query}`);
      const slot = one(slots as Place[]);
      return slot && { employeeId: slot.employeeId, start: slot.start.slice(0, 16) };
    },
    async book(client, place, notify, serviceId = services.facial) {
      const { start, employeeId } = requirePlace(place);
      const { id } = await staff.request("POST", "/api/appointments", {
        employeeId,
        serviceId,
        clientName: client.name,
        phoneNumber: client.phone,
        appointmentDate: `${start}:00`,
        notify,
      });
      tell(world, client, `the desk books ${start}, visit ${id}${withText(notify)}`);
      return visits.book(world, { id, client, employeeId, start }, notify ? "later" : "none");
    },
    async move(visit, place, notify) {
      const { start, employeeId } = requirePlace(place);
      // Any visit may be moved to someone who doesn't perform its service.
      const allowOverlap = true;
      await patch(visit, { appointmentDate: `${start}:00`, employeeId, notify, allowOverlap });
      tell(world, visit.client, `the desk moves visit ${visit.id} to ${start}${withText(notify)}`);
      visits.move(world, visit, { start, employeeId }, notify);
    },
    async cancel(visit, notify) {
      await patch(visit, { status: "canceled", notify });
      tell(world, visit.client, `the desk cancels visit ${visit.id}${withText(notify)}`);
      visits.cancel(world, visit, notify);
    },
    async remove(visit, notify) {
      await staff.request("DELETE", `/api/appointments/${visit.id}?notify=${notify}`);
      tell(world, visit.client, `the desk deletes visit ${visit.id}${withText(notify)}`);
      visits.remove(world, visit, notify);
    },
    async approve(visit, deposit) {
      await patch(visit, { status: "booked" });
      tell(world, visit.client, `the desk approves visit ${visit.id}`);
      visits.approve(world, visit, deposit);
    },
    async markNoShow(visit) {
      await patch(visit, { status: "no_show" });
      tell(world, visit.client, `didn't come to visit ${visit.id}`);
      visit.status = "no_show";
    },
    async addClient(firstName) {
      const fields = { name: `${firstName} Novak`, phoneNumber: newNumber() };
      const contact = await staff.request("POST", "/api/contacts", fields);
      const client = toClient(contact, false);
      world.clients.push(client);
      return client;
    },
    async changeNumber(client) {
      const phoneNumber = newNumber();
      await staff.request("PATCH", `/api/contacts/${client.contactId}`, { phoneNumber });
      tell(world, client, `has a new number, ${phoneNumber}`);
      client.phone = phoneNumber;
    },
    async merge(client, other) {
      await staff.request("POST", `/api/contacts/${client.contactId}/merge`, {
        otherId: other.contactId,
        name: client.name,
        phoneNumber: client.phone,
        email: null,
      });
      tell(world, client, `is merged with ${other.name}, ${other.phone}`);
      model.merge(world, client, other);
    },
    async erase(client) {
      await staff.request("POST", "/api/account/confirm-password", { password: OWNER.password });
      await staff.request("POST", `/api/contacts/${client.contactId}/erase`, { name: client.name });
      tell(world, client, "is erased");
      model.erase(world, client);
    },
    async putOnWaitlist(client, days) {
      const { contactId } = client;
      const entry = { contactId, serviceId: services.massage, from: day(0), to: day(days) };
      await staff.request("POST", "/api/waitlist", entry);
      tell(world, client, "is put on the waitlist");
      wait(waitlist, client, entry.to);
    },
    async say(client, body) {
      tell(world, client, `texts "${body}"`);
      await salon.say(client.phone, body);
      model.say(world, waitlist, client, body);
    },
  };
}

export function toClient(
  { id, name, phoneNumber }: { id: number; name: string; phoneNumber: string },
  isOrdinary: boolean,
): Client {
  return {
    contactId: id,
    name,
    phone: phoneNumber,
    isOptedOut: false,
    isErased: false,
    isOrdinary,
    reminders: [],
    story: [],
  };
}

/** A massage that is canceled leaves a time that clients wait for. */
export async function freeMassage(desk: Desk, visit: Visit): Promise<void> {
  await desk.cancel(visit, false);
  freeTime(desk.waitlist, visit);
}

function requirePlace(place: Place | undefined): Place {
  if (!place) throw new Error("the salon is full");
  return place;
}

function withText(notify: boolean): string {
  return notify ? ", with a text" : "";
}
