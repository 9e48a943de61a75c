import { useLayoutEffect, useRef, useState } from "react";
import { CHAT_SCROLL_TOLERANCE_PX } from "#src/shared/constants.ts";

/**
 * Keeps a reversed column (its scrollTop is 0 at the newest message, negative above) at the newest
 * while the reader is near it, and elsewhere keeps what is being read where it is. Older messages
 * need nothing: the distance from the end stays.
 */
export function useThreadScroll(
  { oldest, newest }: { oldest: number | undefined; newest: number | undefined },
  sending: boolean,
) {
  const ref = useRef<HTMLDivElement>(null);
  const near = useRef(true);
  const height = useRef(0);
  const shown = useRef({ oldest, newest });
  const [behind, setBehind] = useState(false);

  useLayoutEffect(() => {
    const scroller = ref.current;
    if (!scroller) return;
    const grown = scroller.scrollHeight - height.current;
    const { current: before } = shown;
    height.current = scroller.scrollHeight;
    shown.current = { oldest, newest };

    const isNew = newest !== before.newest;
    if (isNew && (near.current || sending)) {
      scroller.scrollTop = 0;
    } else if (!near.current && oldest === before.oldest) {
      // Below what is being read: a new message, or a receipt that joined two runs.
      scroller.scrollTop -= grown;
      if (isNew) setBehind(true);
    }
  });

  return {
    ref,
    /** Something new lies below what is being read. */
    behind,
    onScroll() {
      near.current = Math.abs(ref.current?.scrollTop ?? 0) <= CHAT_SCROLL_TOLERANCE_PX;
      if (near.current) setBehind(false);
    },
    toNewest() {
      if (ref.current) ref.current.scrollTop = 0;
      ref.current?.focus({ preventScroll: true });
      setBehind(false);
    },
  };
}
