import type { LucideIcon } from "lucide-react";
import { type ComponentType, createContext, type ReactNode, useContext } from "react";

export interface MenuItemProps {
  icon?: LucideIcon | undefined;
  onSelect?: (() => void) | undefined;
  /** Red, for destructive actions. */
  bad?: boolean | undefined;
  disabled?: boolean | undefined;
  /** What the search of a long menu finds the item by; an item without it is always there. */
  words?: string | undefined;
  children: ReactNode;
}

/** The parts that the lazily loaded list provides; menu.tsx does not import Radix. */
export interface MenuParts {
  readonly Item: ComponentType<MenuItemProps>;
  readonly Separator: ComponentType;
}

const PartsContext = createContext<MenuParts | undefined>(undefined);

export const MenuPartsProvider = PartsContext.Provider;

export function useMenuParts(): MenuParts {
  const parts = useContext(PartsContext);
  if (!parts) throw new Error("A MenuItem must be inside a Menu.");
  return parts;
}
