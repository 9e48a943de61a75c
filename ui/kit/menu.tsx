import type { LucideIcon } from "lucide-react";
import * as DropdownMenu from "radix-ui/dropdown-menu";
import type { ReactElement, ReactNode } from "react";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";

interface MenuProps {
  /** The button that opens it and gives it its name. */
  trigger: ReactElement;
  align?: "start" | "end" | undefined;
  /** MenuItems and MenuSeparators. */
  children: ReactNode;
}

export function Menu({ trigger, align = "end", children }: MenuProps) {
  return (
    // Modal would hide the page from screen readers while its buttons can still be focused.
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align={align} sideOffset={4} collisionPadding={8}>
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

interface MenuItemProps {
  icon?: LucideIcon | undefined;
  onSelect?: (() => void) | undefined;
  /** Red: it destroys something. */
  bad?: boolean | undefined;
  disabled?: boolean | undefined;
  /** A link instead of words: <MenuItem asChild><Link …/></MenuItem>; `icon` is then the link's. */
  asChild?: boolean | undefined;
  children: ReactNode;
}

export function MenuItem({ icon, onSelect, bad, disabled, asChild, children }: MenuItemProps) {
  return (
    <DropdownMenu.Item
      className={classes(bad && "bad")}
      disabled={disabled ?? false}
      onSelect={() => onSelect?.()}
      asChild={asChild ?? false}
    >
      {asChild ? (
        children
      ) : (
        <>
          {icon && <Icon of={icon} />}
          {children}
        </>
      )}
    </DropdownMenu.Item>
  );
}

export function MenuSeparator() {
  return <DropdownMenu.Separator />;
}
