import { type KeyboardEvent, type PointerEvent, useEffectEvent, useRef } from "react";

/** What a row's grip needs. */
export interface GripProps {
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** Rows that change places by dragging a grip, or by the arrow keys while it has focus. */
export function useReorder<Id>(ids: readonly Id[], onChange: (ids: Id[]) => void) {
  const list = useRef<HTMLOListElement>(null);

  const move = useEffectEvent((id: Id, to: number) => {
    const from = ids.indexOf(id);
    if (from < 0 || to < 0 || to >= ids.length || from === to) return;
    onChange(ids.toSpliced(from, 1).toSpliced(to, 0, id));
  });

  function drag(id: Id): void {
    const drop = new AbortController();
    const { signal } = drop;
    const follow = ({ clientY }: globalThis.PointerEvent) => {
      const rows = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect());
      move(
        id,
        rows.findIndex(({ top, bottom }) => clientY >= top && clientY < bottom),
      );
    };
    // The grip moves in the document and so can't capture the pointer.
    document.addEventListener("pointermove", follow, { signal });
    for (const end of ["pointerup", "pointercancel"] as const)
      document.addEventListener(end, () => drop.abort(), { signal });
  }

  const gripOf = (id: Id): GripProps => ({
    onPointerDown: (event) => {
      if (event.button === 0) drag(id);
    },
    onKeyDown: (event) => {
      const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      move(id, ids.indexOf(id) + step);
    },
  });

  return { list, gripOf };
}
