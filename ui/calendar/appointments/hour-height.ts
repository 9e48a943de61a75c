import { type RefObject, useLayoutEffect, useState } from "react";
import type { HourRange } from "./layout.ts";

/** The least height, and the one before it is measured. */
const HOUR_PX = 88;

/** The height of an hour in pixels, which depends on the room of the screen. */
export function useHourHeight(wrap: RefObject<HTMLElement | null>, range: HourRange): number {
  const { from, until } = range;
  const [height, setHeight] = useState(HOUR_PX);
  useLayoutEffect(() => {
    const lane = wrap.current?.querySelector<HTMLElement>(".lane");
    if (!lane) return;
    const observer = new ResizeObserver(() => setHeight(hourHeightIn(lane, { from, until })));
    observer.observe(lane);
    setHeight(hourHeightIn(lane, { from, until }));
    return () => observer.disconnect();
  }, [wrap, from, until]);
  return height;
}

export function hourHeightIn(lane: HTMLElement, { from, until }: HourRange): number {
  return lane.clientHeight / (until - from) || HOUR_PX;
}
