import { useLayoutEffect, useRef, useState } from "react";
import { CHAT_SCROLL_TOLERANCE_PX } from "#src/shared/constants.ts";

interface ThreadWindow {
  newest: number | undefined;
  /** The window includes the thread's newest message. */
  live: boolean;
  /** The id of the message that the thread opens at. */
  at: number | undefined;
}

/** The distance from the newest message, in screens, from which the button is shown. */
const FAR_SCREENS = 2;

/**
 * Keeps a reversed column (scrollTop is 0 at the newest message, negative above) at the newest
 * message while the reader is near it. Elsewhere, it keeps the reading position while messages are
 * added or dropped above and below.
 */
export function useThreadScroll({ newest, live, at }: ThreadWindow, sending: boolean) {
  const ref = useRef<HTMLDivElement>(null);
  const near = useRef(at === undefined);
  const before = useRef({ newest, live });
  const opened = useRef(at === undefined);
  const reading = useRef<Reading | undefined>(undefined);
  const [behind, setBehind] = useState(false);
  const [far, setFar] = useState(false);

  useLayoutEffect(() => {
    const scroller = ref.current;
    if (!scroller) return;
    const isNew = newest !== before.current.newest;
    // What is read on the way down from an old message was there before.
    const hasArrived = isNew && live && before.current.live;
    before.current = { newest, live };

    const target = opened.current ? undefined : bubbleOf(scroller, at);
    if (target) {
      opened.current = true;
      target.scrollIntoView({ block: "center" });
    } else if (live && (near.current || sending)) {
      if (isNew) scroller.scrollTop = 0;
    } else {
      hold(scroller, reading.current);
      if (hasArrived) setBehind(true);
    }
    reading.current = readingIn(scroller);
  });

  return {
    ref,
    /** A new message is below the reading position. */
    behind,
    far,
    onScroll() {
      const scroller = ref.current;
      if (!scroller) return;
      const above = Math.abs(scroller.scrollTop);
      near.current = live && above <= CHAT_SCROLL_TOLERANCE_PX;
      reading.current = readingIn(scroller);
      if (near.current) setBehind(false);
      setFar(above > scroller.clientHeight * FAR_SCREENS);
    },
    toNewest() {
      near.current = true;
      if (ref.current) ref.current.scrollTop = 0;
      ref.current?.focus({ preventScroll: true });
      setBehind(false);
    },
  };
}

/** The first visible message and its offset. */
interface Reading {
  readonly id: string | undefined;
  readonly top: number;
}

function readingIn(scroller: HTMLElement): Reading | undefined {
  const { top } = scroller.getBoundingClientRect();
  for (const bubble of scroller.querySelectorAll<HTMLElement>("[data-message]")) {
    const box = bubble.getBoundingClientRect();
    if (box.bottom > top) return { id: bubble.dataset["message"], top: box.top - top };
  }
  return undefined;
}

function hold(scroller: HTMLElement, reading: Reading | undefined): void {
  const bubble = bubbleOf(scroller, reading?.id);
  if (!reading || !bubble) return;
  const top = bubble.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
  if (Math.abs(top - reading.top) >= 1) scroller.scrollTop += top - reading.top;
}

function bubbleOf(scroller: HTMLElement, id: string | number | undefined): HTMLElement | null {
  return id === undefined ? null : scroller.querySelector(`[data-message="${id}"]`);
}
