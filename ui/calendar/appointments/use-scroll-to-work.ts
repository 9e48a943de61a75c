import { type RefObject, useLayoutEffect, useRef } from "react";
import { hourHeightIn } from "./hour-height.ts";
import { type HourRange, type Lane, minuteOf } from "./layout.ts";

/** An hour's label begins above its line. */
const HOUR_LABEL_PX = 8;

/** Scrolls to the current time, otherwise to the start of the day, once per visible day. */
export function useScrollToWork(
  wrap: RefObject<HTMLElement | null>,
  lanes: readonly Lane[],
  range: HourRange,
  now: string,
) {
  const days = lanes.map(({ key }) => key).join();
  const seen = useRef("");
  const first = Math.min(
    ...lanes.flatMap(({ open }) => open.map(({ start }) => minuteOf(start))),
    ...lanes.flatMap(({ appointments }) =>
      appointments.map((one) => minuteOf(one.appointmentDate)),
    ),
  );
  // A week begins where work begins, or late in the day its other mornings would be out of sight.
  const isNow = lanes.every(({ day }) => day === now.slice(0, 10));
  const minute = isNow ? Math.max(first, minuteOf(now) - 60) : first;

  useLayoutEffect(() => {
    const lane = wrap.current?.querySelector<HTMLElement>(".lane");
    if (seen.current === days || !wrap.current || !lane) return;
    seen.current = days;
    const hours = Math.floor(minute / 60) - range.from;
    wrap.current.scrollTop = hours * hourHeightIn(lane, range) - HOUR_LABEL_PX;
  }, [wrap, days, minute, range]);
}
