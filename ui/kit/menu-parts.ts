import type { LucideIcon } from "lucide-react";
import { type ComponentType, createContext, type ReactNode, useContext } from "react";

export interface MenuItemProps {
  icon?: LucideIcon | undefined;
  onSelect?: (() => void) | undefined;
  /** Red: it destroys something. */
  bad?: boolean | undefined;
  disabled?: boolean | undefined;
  children: ReactNode;
}

/** What the list brings along when its code arrives; menu.tsx itself knows nothing of Radix. */
export interface MenuParts {
  readonly Item: ComponentType<MenuItemProps>;
  readonly Separator: ComponentType;
}

const PartsContext = createContext<MenuParts | undefined>(undefined);

export const MenuPartsProvider = PartsContext.Provider;

export function useMenuParts(): MenuParts {
  const parts = useContext(PartsContext);
  if (!parts) throw new Error("A MenuItem lies in a Menu.");
  return parts;
}
