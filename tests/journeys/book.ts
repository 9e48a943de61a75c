import type { Locator, Page } from "playwright-core";
import type { JourneySalon } from "./salon.ts";

const EVERY_DAY = Object.fromEntries(
  ["mon", "tue", "wed", "thu", "fri", "sat", "sun"].map((day) => [
    day,
    [{ start: "08:00", end: "20:00" }],
  ]),
);

interface Listed {
  readonly id: number;
  readonly service: string;
  readonly status: string;
  readonly clientName: string;
  readonly employeeId: number;
  readonly appointmentDate: string;
}

/** The book of a salon, as its owner reads and fills it. */
export function bookOf(salon: JourneySalon) {
  async function request<Answer>(
    method: "get" | "post" | "put" | "delete" | "patch",
    path: string,
    data?: object,
  ): Promise<Answer> {
    const { owner, parlor } = salon;
    const answer = await owner.context.request[method](parlor.url + path, {
      ...(data && { data }),
    });
    const text = await answer.text();
    if (!answer.ok()) throw new Error(`${method} ${path}: ${text}`);
    return (text === "" ? undefined : JSON.parse(text)) as Answer;
  }

  /** Day `days` from today. */
  const dayIn = (days: number) =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

  /** The parts of a client's visits, in order. */
  async function listed(clientName: string): Promise<Listed[]> {
    const all = await request<Listed[]>(
      "get",
      `/api/appointments?from=${dayIn(0)}&to=${dayIn(20)}`,
    );
    return all
      .filter((one) => one.clientName === clientName)
      .toSorted((a, b) => a.appointmentDate.localeCompare(b.appointmentDate));
  }

  /** Only Nadia colors, and only Otto cuts and dries; both work every day. */
  async function addPerformers() {
    await request("put", "/api/hours", { weekly: EVERY_DAY, closedDays: [] });
    const addEmployee = async (name: string) =>
      (await request<{ id: number }>("post", "/api/employees", { name })).id;
    const nadia = await addEmployee("Nadia Farouk");
    const otto = await addEmployee("Otto Lind");
    const addService = async (
      name: string,
      durationMinutes: number,
      price: string,
      terms: object,
    ) =>
      (
        await request<{ id: number }>("post", "/api/services", {
          ...{ name, durationMinutes, price, onlineBooking: true, ...terms },
        })
      ).id;
    const processing = { afterMinutes: 30, minutes: 30 };
    const ids = [
      await addService("Hair Color", 90, "150.00", { employeeIds: [nadia], processing }),
      await addService("Bob Cut", 45, "70.00", { employeeIds: [otto] }),
      await addService("Blow-Dry", 30, "45.00", { employeeIds: [otto] }),
    ];
    const services = await request<{ name: string }[]>("get", "/api/services");
    return { nadia, otto, ids, services: services.map(({ name }) => name) };
  }

  return { request, dayIn, listed, addPerformers };
}

/** The cards of a client's visit, in order. */
export function cardsOf(page: Page, name: string): Locator {
  return page.getByRole("main").getByRole("button", { name: new RegExp(`^${name}`) });
}
