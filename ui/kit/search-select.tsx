import ChevronsUpDown from "lucide-react/icons/chevrons-up-down";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { classes } from "./classes.ts";
import { DropDown } from "./drop-down.tsx";
import { useFieldWiring } from "./field.tsx";
import { foldText } from "./fold-text.ts";
import { Icon } from "./icon.tsx";
import { ListOption } from "./list-option.tsx";
import type { SelectProps } from "./select-props.ts";

/** A select with so many options that they are searched by typing. */
export function SearchSelect(props: SelectProps<string>) {
  const { value, onValueChange, options, placeholder, disabled, className } = props;
  const wiring = useFieldWiring();
  const listId = useId();
  const box = useRef<HTMLDivElement>(null);
  // Undefined while the list is closed.
  const [typed, setTyped] = useState<string>();
  const [pointed, setPointed] = useState(0);
  const isOpen = typed !== undefined;
  const chosen = options.find((option) => option.value === value)?.label ?? "";
  const found = options.filter(({ label }) => foldText(label).includes(foldText(typed ?? "")));

  function open(text = "") {
    setTyped(text);
    setPointed(0);
  }

  function choose(option: (typeof found)[number] | undefined) {
    if (!option || option.disabled) return;
    onValueChange(option.value);
    setTyped(undefined);
  }

  function press(event: KeyboardEvent) {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      if (isOpen) setPointed((pointed + step + found.length) % Math.max(1, found.length));
      else open();
    } else if (isOpen && event.key === "Enter") {
      event.preventDefault();
      choose(found[pointed]);
    }
  }

  return (
    <div ref={box} className={classes("select", className)}>
      <input
        {...wiring}
        className="input"
        role="combobox"
        aria-label={props["aria-label"]}
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && found.length > 0 ? `${listId}-${pointed}` : undefined}
        autoComplete="off"
        disabled={disabled}
        placeholder={isOpen ? "Search" : placeholder}
        value={typed ?? chosen}
        onClick={() => isOpen || open()}
        onChange={({ currentTarget, nativeEvent }) =>
          // What is typed into a closed field follows the chosen entry's text.
          open(isOpen ? currentTarget.value : ((nativeEvent as InputEvent).data ?? ""))
        }
        onKeyDown={press}
        onBlur={() => setTyped(undefined)}
      />
      <Icon of={ChevronsUpDown} />
      {isOpen && (
        <DropDown
          id={listId}
          anchor={box}
          onClose={() => setTyped(undefined)}
          role="listbox"
          aria-label="Options"
          className="list"
        >
          {found.map((option, at) => (
            <ListOption
              key={option.value}
              id={`${listId}-${at}`}
              chosen={at === pointed}
              disabled={option.disabled}
              className="min-h-9"
              onPoint={() => setPointed(at)}
              onChoose={() => choose(option)}
            >
              {option.label}
            </ListOption>
          ))}
          {found.length === 0 && <p className="sm dim px-2 py-1.5">Nothing found</p>}
        </DropDown>
      )}
    </div>
  );
}
