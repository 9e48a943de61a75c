import {
  type ComponentProps,
  cloneElement,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  useId,
  useRef,
  useState,
} from "react";
import { lazy, useLazy } from "./lazy.ts";
import { type MenuItemProps, useMenuParts } from "./menu-parts.ts";

interface MenuProps {
  /** The button that opens and labels the menu; the click is handled here. */
  trigger: ReactElement<ComponentProps<"button">>;
  align?: "start" | "end" | undefined;
  /** What an open-ended list holds; from ten on it is searched. */
  search?: { readonly count: number; readonly of: string } | undefined;
  children: ReactNode;
}

// Radix's menu and its positioning are 34 KB of gzip, loaded when the pointer comes near the
// button.
const SEARCHED_ABOVE = 10;
const popup = lazy(async () => (await import("./menu-popup.tsx")).MenuPopup);

export function Menu({ trigger, align = "end", search, children }: MenuProps) {
  const ownId = useId();
  const id = trigger.props.id ?? ownId;
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState<"by-pointer" | "by-keyboard">();
  const close = () => setOpened(undefined);
  const Popup = useLazy(opened !== undefined, popup, close);

  return (
    <>
      {cloneElement(trigger, {
        id,
        ref: button,
        "aria-haspopup": "menu",
        "aria-expanded": opened !== undefined,
        "aria-controls": opened && Popup ? `${id}-menu` : undefined,
        onPointerEnter: popup.warm,
        onPointerDown: popup.warm,
        onFocus: popup.warm,
        onClick({ detail }: MouseEvent) {
          if (opened) close();
          else setOpened(detail === 0 ? "by-keyboard" : "by-pointer");
        },
        onKeyDown(event: KeyboardEvent) {
          if (event.key === "ArrowDown") {
            event.preventDefault();
            setOpened("by-keyboard");
          }
        },
      })}
      {Popup && (
        <Popup
          id={`${id}-menu`}
          button={button}
          opened={opened}
          onClose={close}
          align={align}
          search={
            search && search.count > SEARCHED_ABOVE
              ? `Search ${search.count} ${search.of}`
              : undefined
          }
        >
          {children}
        </Popup>
      )}
    </>
  );
}

export function MenuItem(props: MenuItemProps) {
  const { Item } = useMenuParts();
  return <Item {...props} />;
}

export function MenuSeparator() {
  const { Separator } = useMenuParts();
  return <Separator />;
}
