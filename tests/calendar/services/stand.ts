import { bookingDesk, FRIDAY } from "#tests/calendar/online-booking/stand.ts";

export const COLOR = {
  name: "Color",
  durationMinutes: 120,
  bufferMinutes: 30,
  price: "180.00",
  deposit: "40.00",
  processing: { afterMinutes: 45, minutes: 45 },
  onlineBooking: true,
};
const CUT = {
  name: "Wash & Cut",
  durationMinutes: 45,
  bufferMinutes: 10,
  price: "60.00",
  onlineBooking: true,
};
const DRY = { name: "Blow-Dry", durationMinutes: 30, price: "35.00", onlineBooking: true };

/** Elena and Tomas perform all three. */
export async function severalSalon() {
  const parlor = await bookingDesk();
  const { admin, elena } = parlor;
  const ids: number[] = [];
  for (const service of [COLOR, CUT, DRY])
    ids.push((await admin.request("POST", "/api/services", service)).body.id);
  const book = (fields: object) =>
    admin.request("POST", "/api/appointments", {
      ...{ employeeId: elena, clientName: "Grace Kim", appointmentDate: `${FRIDAY}T10:00` },
      ...fields,
    });
  const [color = 0, cut = 0, dry = 0] = ids;
  return { ...parlor, color, cut, dry, ids, book };
}
