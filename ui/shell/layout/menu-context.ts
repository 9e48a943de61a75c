import type { LucideIcon } from "lucide-react";
import { createContext } from "react";

export interface MenuEntry {
  readonly path: string;
  readonly title: string;
  readonly icon: LucideIcon;
  readonly preload: () => Promise<void>;
}

export interface MenuGroup {
  readonly caption?: string;
  readonly entries: readonly MenuEntry[];
}

/** The menu, for searches on a screen: menu-entries.ts imports every screen. */
export const MenuContext = createContext<readonly MenuGroup[]>([]);
