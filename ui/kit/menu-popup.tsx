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
 * Radix's menu beside a button that it does not own: DropdownMenu would have to render the button
 * itself, which would be another one, without the focus, once this code has arrived.
 */
export function MenuPopup({ id, button, opened, onClose, align, children }: MenuPopupProps) {
  const list = useRef<HTMLDivElement>(null);

  function close() {
    // Now, and not when the list has faded; whoever has gone elsewhere is left there.
    if (list.current?.contains(document.activeElement)) button.current?.focus();
    onClose();
  }

  return (
    // Modal would hide the page from screen readers while its buttons can still be focused.
    <RadixMenu.Root
      modal={false}
      open={opened !== undefined}
      onOpenChange={(open) => open || close()}
    >
      <RadixMenu.Anchor virtualRef={button} />
      <RadixMenu.Portal>
        <RadixMenu.Content
          ref={list}
          id={id}
          aria-labelledby={button.current?.id}
          className="menu"
          align={align}
          sideOffset={4}
          collisionPadding={8}
          onInteractOutside={(event) => {
            // The button's own press closes: closed already, it would open again.
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

const ButtonContext = createContext<RefObject<HTMLButtonElement | null> | undefined>(undefined);

function Item({ icon, onSelect, bad, disabled = false, children }: MenuItemProps) {
  const button = useContext(ButtonContext);
  return (
    <RadixMenu.Item
      className={classes(bad && "bad")}
      disabled={disabled}
      onSelect={() => {
        // First, so that a dialog which opens now knows where to return to.
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

/** Radix does so too, but only for a key that was pressed after its code had arrived. */
function FocusFirstItem({ list }: { list: RefObject<HTMLDivElement | null> }) {
  useEffect(() => {
    list.current
      ?.querySelector<HTMLElement>("[role=menuitem]:not([data-disabled])")
      ?.focus({ preventScroll: true });
  }, [list]);
  return null;
}
