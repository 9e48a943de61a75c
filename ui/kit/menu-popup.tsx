import { Menu as RadixMenu } from "radix-ui/internal";
import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useRef,
} from "react";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";
import { type MenuItemProps, type MenuParts, MenuPartsProvider } from "./menu-parts.ts";

export interface MenuPopupProps {
  id: string;
  button: RefObject<HTMLButtonElement | null>;
  opened: "by-pointer" | "by-keyboard" | undefined;
  onClose: () => void;
  align: "start" | "end";
  children: ReactNode;
}

/**
 * Radix's menu for an external button. DropdownMenu would have to render the button again when this
 * code arrives, which would lose the focus.
 */
export function MenuPopup({ id, button, opened, onClose, align, children }: MenuPopupProps) {
  const list = useRef<HTMLDivElement>(null);

  function close() {
    // Restores the focus now, not after the fade-out, unless the user has moved it.
    if (list.current?.contains(document.activeElement)) button.current?.focus();
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
            <MenuPartsProvider value={PARTS}>{children}</MenuPartsProvider>
          </ButtonContext>
          {opened === "by-keyboard" && <FocusFirstItem list={list} />}
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

function Item({ icon, onSelect, bad, disabled = false, children }: MenuItemProps) {
  const button = useContext(ButtonContext);
  return (
    <RadixMenu.Item
      className={classes(bad && "bad")}
      disabled={disabled}
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
