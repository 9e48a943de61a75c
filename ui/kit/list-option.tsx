import { type ReactNode, useEffect, useRef } from "react";
import { classes } from "./classes.ts";

interface ListOptionProps {
  id: string;
  chosen: boolean;
  disabled?: boolean | undefined;
  /** Opens the list with this option in the middle. */
  centered?: boolean;
  className?: string | undefined;
  onPoint: () => void;
  onChoose: () => void;
  children: ReactNode;
}

/** An option of a combobox, which keeps the focus; the selected option is scrolled into view. */
export function ListOption(props: ListOptionProps) {
  const { id, chosen, disabled, centered = false, className, onPoint, onChoose, children } = props;
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (chosen) row.current?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  // Not scrollIntoView, which would scroll the page, too.
  useEffect(() => {
    const list = centered && row.current?.closest<HTMLElement>("[role=listbox]");
    if (list && row.current)
      list.scrollTop = row.current.offsetTop - (list.clientHeight - row.current.offsetHeight) / 2;
  }, [centered]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the combobox's, which keeps the focus
    // biome-ignore lint/a11y/useFocusableInteractive: as above
    <div
      ref={row}
      id={id}
      role="option"
      aria-selected={chosen}
      aria-disabled={disabled}
      className={classes(
        "flex cursor-pointer items-center gap-3 rounded-md px-2 aria-selected:bg-select",
        className,
      )}
      onPointerMove={onPoint}
      onClick={onChoose}
    >
      {children}
    </div>
  );
}
