import { Menu as RadixMenu } from "radix-ui/internal";
import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";
import { fold } from "#src/shared/fold.ts";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";
import { type MenuItemProps, type MenuParts, MenuPartsProvider } from "./menu-parts.ts";
import { SearchInput } from "./search-input.tsx";

export interface MenuPopupProps {
  id: string;
  button: RefObject<HTMLButtonElement | null>;
  opened: "by-pointer" | "by-keyboard" | undefined;
  onClose: () => void;
  align: "start" | "end";
  /** The label of the search field of a long menu. */
  search: string | undefined;
  children: ReactNode;
}

/**
 * Radix's menu for an external button. DropdownMenu would have to render the button again when this
 * code arrives, which would lose the focus.
 */
export function MenuPopup({
  id,
  button,
  opened,
  onClose,
  align,
  search,
  children,
}: MenuPopupProps) {
  const list = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState("");

  function close() {
    // Restores the focus now, not after the fade-out, unless the user has moved it.
    if (list.current?.contains(document.activeElement)) button.current?.focus();
    setTyped("");
    onClose();
  }

  return (
    // A modal menu would hide the page from screen readers while its buttons can still be focused.
    <RadixMenu.Root
      modal={false}
      open={opened !== undefined}
      onOpenChange={(open) => open || close()}
    >
      <RadixMenu.Anchor virtualRef={button} />
      <RadixMenu.Portal container={landmarkOf(button.current)}>
        <RadixMenu.Content
          ref={list}
          id={id}
          aria-labelledby={button.current?.id}
          className="menu"
          // A menu holds only its items: with a search it is a part of the popup.
          {...(search && { role: "dialog", "aria-orientation": undefined })}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          onInteractOutside={(event) => {
            // The button's click closes the menu; closing it here first would make that click
            // reopen it.
            if (event.target instanceof Node && button.current?.contains(event.target))
              event.preventDefault();
          }}
          onCloseAutoFocus={(event) => event.preventDefault()}
        >
          <ButtonContext value={button}>
            {search && <MenuSearch label={search} list={list} typed={typed} onType={setTyped} />}
            <TypedContext value={typed}>
              <MenuPartsProvider value={PARTS}>
                {search ? <div role="menu">{children}</div> : children}
              </MenuPartsProvider>
            </TypedContext>
          </ButtonContext>
          {opened === "by-keyboard" && !search && <FocusFirstItem list={list} />}
        </RadixMenu.Content>
      </RadixMenu.Portal>
    </RadixMenu.Root>
  );
}

/**
 * Screen readers list what is outside all landmarks separately, so a menu opens inside the main one. A
 * dialog hides that from them; its menus open outside the dialog.
 */
function landmarkOf(button: Element | null): Element | null {
  return button?.closest("[role=dialog]") ? null : document.querySelector("main");
}

const ButtonContext = createContext<RefObject<HTMLButtonElement | null> | undefined>(undefined);

const TypedContext = createContext("");

interface MenuSearchProps {
  label: string;
  list: RefObject<HTMLDivElement | null>;
  typed: string;
  onType: (typed: string) => void;
}

function MenuSearch({ label, list, typed, onType }: MenuSearchProps) {
  const firstItem = () => list.current?.querySelector<HTMLElement>("[role=menuitem]");
  function press(event: KeyboardEvent) {
    if (event.key === "Escape" || event.key === "Tab") return;
    // Radix would take the letters to go to the item that begins with them.
    event.stopPropagation();
    if (event.key === "ArrowDown") {
      event.preventDefault();
      firstItem()?.focus();
    }
    if (event.key === "Enter") firstItem()?.click();
  }
  return (
    <div className="menu-search">
      <SearchInput autoFocus label={label} value={typed} onValueChange={onType} onKeyDown={press} />
    </div>
  );
}

function Item({ icon, onSelect, bad, disabled = false, words, children }: MenuItemProps) {
  const button = useContext(ButtonContext);
  const typed = useContext(TypedContext);
  if (words && !fold(words).includes(fold(typed))) return null;
  return (
    <RadixMenu.Item
      className={classes(bad && "bad")}
      disabled={disabled}
      // The mouse would take the focus from the search.
      onPointerMove={(event) => words && event.preventDefault()}
      onSelect={() => {
        // Runs first, so that a dialog that opens now knows where to return the focus.
        button?.current?.focus();
        onSelect?.();
      }}
    >
      {icon && <Icon of={icon} />}
      {children}
    </RadixMenu.Item>
  );
}

const PARTS: MenuParts = { Item, Separator: () => <RadixMenu.Separator /> };

/** Radix handles this only for keys pressed after its code was loaded. */
function FocusFirstItem({ list }: { list: RefObject<HTMLDivElement | null> }) {
  useEffect(() => {
    list.current
      ?.querySelector<HTMLElement>("[role=menuitem]:not([data-disabled])")
      ?.focus({ preventScroll: true });
  }, [list]);
  return null;
}
