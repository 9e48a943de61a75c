import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { formatTimeRange } from "#src/shared/clock-time.ts";
import { endOf } from "#ui/calendar/parts/visit-times.ts";
import { formatPhone } from "#ui/shell/format/phone.ts";
import { longDay } from "./days.ts";
import { marksOf } from "./event-marks.ts";
import type { Lane } from "./layout.ts";

/** For printing: a sheet per employee, rendered only while printing. */
export function DaySheets({ lanes, today }: { lanes: readonly Lane[]; today: string }) {
  const isPrinting = usePrinting();
  if (!isPrinting) return null;
  const worked = lanes.filter(({ appointments }) => appointments.length > 0);
  return (
    <div className="paper">
      {(worked.length > 0 ? worked : lanes.slice(0, 1)).map((lane) => (
        <section key={lane.key}>
          <h2>
            {lane.employeeName}, {longDay(lane.day, today)}
          </h2>
          <Sheet lane={lane} />
        </section>
      ))}
    </div>
  );
}

function Sheet({ lane }: { lane: Lane }) {
  const expected = lane.appointments.filter(({ status }) => status !== "canceled");
  if (expected.length === 0) return <p>No appointments</p>;
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Client</th>
          <th scope="col">Phone</th>
          <th scope="col">Service</th>
          <th scope="col">Status</th>
        </tr>
      </thead>
      <tbody>
        {expected.map((appointment) => (
          <tr key={appointment.id}>
            <td className="num whitespace-nowrap">
              {formatTimeRange(appointment.appointmentDate, endOf(appointment))}
            </td>
            <td>{formatPhone(appointment.clientName)}</td>
            <td className="num whitespace-nowrap">
              {appointment.phoneNumber && formatPhone(appointment.phoneNumber)}
            </td>
            <td>{appointment.service}</td>
            <td>
              {marksOf(appointment, "ahead")
                .map(({ label }) => label)
                .join(", ")}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function usePrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    // The browser prints the page as it is when this returns.
    const begin = () => flushSync(() => setIsPrinting(true));
    const end = () => setIsPrinting(false);
    addEventListener("beforeprint", begin);
    addEventListener("afterprint", end);
    return () => {
      removeEventListener("beforeprint", begin);
      removeEventListener("afterprint", end);
    };
  }, []);
  return isPrinting;
}
