import ChevronsUpDown from "lucide-react/icons/chevrons-up-down";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { fold } from "#src/shared/fold.ts";
import { classes } from "./classes.ts";
import { DropDown } from "./drop-down.tsx";
import { useFieldWiring } from "./field.tsx";
import { Icon } from "./icon.tsx";
import { ListOption } from "./list-option.tsx";
import { afterFocusMoves } from "./return-focus.ts";
import type { SelectProps } from "./select-props.ts";

interface SearchSelectProps extends Omit<SelectProps<string>, "options"> {
  options: readonly (SelectProps<string>["options"][number] & {
    /** At the right of the option. */
    detail?: string;
  })[];
  /** Opens its list at once, and takes the focus unless its dialog gives it. */
  startsOpen?: boolean;
  takesFocus?: boolean;
  /** Shown while no option is chosen. */
  typed?: string | undefined;
  /** If given, the last option is the text that was typed, and leaving the field keeps that text. */
  onTyped?: ((text: string) => void) | undefined;
}

/** A select with so many options that they are searched by typing. */
export function SearchSelect(props: SearchSelectProps) {
  const { value, onValueChange, options, placeholder, disabled, className, onTyped } = props;
  const { startsOpen = false, takesFocus = startsOpen } = props;
  const wiring = useFieldWiring();
  const listId = useId();
  const box = useRef<HTMLDivElement>(null);
  // Undefined while the list is closed.
  const [typed, setTyped] = useState<string | undefined>(startsOpen ? "" : undefined);
  const [pointed, setPointed] = useState(0);
  const isOpen = typed !== undefined;
  const kept = props.typed ?? "";
  const chosen = options.find((option) => option.value === value)?.label ?? kept;
  const own = typed?.trim() ?? "";
  const found = isOpen ? findOptions(options, own) : [];
  const entries = [
    ...found.map((option) => ({
      ...option,
      choose: () => onValueChange(option.value),
    })),
    onTyped && own
      ? {
          value: "",
          label: `Use “${own}”`,
          detail: undefined,
          disabled: false,
          choose: () => onTyped(own),
        }
      : [],
  ].flat();

  function open(text = kept) {
    setTyped(text);
    setPointed(0);
  }

  function choose(entry: (typeof entries)[number] | undefined) {
    if (!entry || entry.disabled) return;
    entry.choose();
    setTyped(undefined);
  }

  function leave() {
    if (isOpen && own !== kept) onTyped?.(own);
    setTyped(undefined);
  }

  function press(event: KeyboardEvent) {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      if (isOpen) setPointed((pointed + step + entries.length) % Math.max(1, entries.length));
      else open();
    } else if (event.key === "Enter" && (isOpen || chosen === "")) {
      event.preventDefault();
      if (isOpen) choose(entries[pointed]);
      else open();
    }
  }

  return (
    <div ref={box} className={classes("select", className)}>
      <input
        {...wiring}
        // biome-ignore lint/a11y/noAutofocus: it takes the place of the button that was pressed
        autoFocus={takesFocus}
        className="input"
        role="combobox"
        aria-label={props["aria-label"]}
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && entries.length > 0 ? `${listId}-${pointed}` : undefined}
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
        onBlur={() => afterFocusMoves(leave)}
      />
      <Icon of={ChevronsUpDown} />
      {isOpen && (
        <DropDown
          id={listId}
          anchor={box}
          onClose={leave}
          role="listbox"
          aria-label="Options"
          className="list"
        >
          {entries.map((entry, at) => (
            <ListOption
              key={entry.value}
              id={`${listId}-${at}`}
              chosen={at === pointed}
              disabled={entry.disabled}
              className="min-h-9"
              onPoint={() => setPointed(at)}
              onChoose={() => choose(entry)}
            >
              <span className="min-w-0 flex-1">{entry.label}</span>
              {entry.detail && <span className="sm dim num"> {entry.detail}</span>}
            </ListOption>
          ))}
          {entries.length === 0 && <p className="sm dim px-2 py-1.5">Nothing found</p>}
        </DropDown>
      )}
    </div>
  );
}

const MIN_PART = 3;

/** Finds the options with all the words typed. If there are none, "haircut" finds those with the word "cut". */
function findOptions(options: SearchSelectProps["options"], typed: string) {
  const words = fold(typed).split(/\s+/);
  const named = options.map((option) => ({ option, name: fold(option.label) }));
  const whole = named.filter(({ name }) => words.every((word) => name.includes(word)));
  const isPart = (part: string) =>
    part.length >= MIN_PART && words.some((word) => word.includes(part));
  const found =
    whole.length > 0 ? whole : named.filter(({ name }) => name.split(/[^\p{L}]+/u).some(isPart));
  return found.map(({ option }) => option);
}
