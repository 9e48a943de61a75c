import ChevronsUpDown from "lucide-react/icons/chevrons-up-down";
import { type RefObject, useEffect, useRef } from "react";
import { classes } from "./classes.ts";
import { useFieldWiring } from "./field.tsx";
import { Icon } from "./icon.tsx";
import { lazy, useLazy } from "./lazy.ts";
import type { SelectProps } from "./select-props.ts";

/** Longer lists are searched by typing. */
const SEARCHED_ABOVE = 10;
const searchSelect = lazy<SelectProps<string>>(
  async () => (await import("./search-select.tsx")).SearchSelect,
);

/** The browser's own select: phones show their native picker, and pages load no code for it. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { value, onValueChange, options, placeholder, disabled, className } = props;
  const wiring = useFieldWiring();
  const select = useRef<HTMLSelectElement>(null);
  useStopEscape(select);
  const Search = useLazy(options.length > SEARCHED_ABOVE, searchSelect);
  if (Search)
    return <Search {...props} onValueChange={(chosen) => onValueChange(chosen as Value)} />;

  return (
    <div className={classes("select", className)}>
      <select
        {...wiring}
        ref={select}
        className="input"
        aria-label={props["aria-label"]}
        disabled={disabled}
        value={value ?? ""}
        onChange={({ currentTarget }) => {
          const option = options.find((candidate) => candidate.value === currentTarget.value);
          if (option) onValueChange(option.value);
        }}
      >
        {value === undefined && (
          <option value="" disabled hidden>
            {placeholder}
          </option>
        )}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon of={ChevronsUpDown} />
    </div>
  );
}

/** Escape closes only the open list. Radix listens on the document and would close the dialog too. */
function useStopEscape(select: RefObject<HTMLSelectElement | null>) {
  useEffect(() => {
    const keep = (event: KeyboardEvent) => {
      if (event.key === "Escape" && select.current?.matches(":open")) event.stopPropagation();
    };
    if (!CSS.supports("selector(:open)")) return;
    addEventListener("keydown", keep, { capture: true });
    return () => removeEventListener("keydown", keep, { capture: true });
  }, [select]);
}
