import { clientScreenAt, clientScreens } from "./client-screens.ts";
import type { Screen } from "./screen.ts";
import { screenAt, screens } from "./screens.ts";

/** For the server, which renders all screens; a browser loads those of staff or of clients. */
export const everyScreen: readonly Screen[] = [...clientScreens, ...screens];

export function everyScreenAt(pathname: string): Screen | undefined {
  return clientScreenAt(pathname) ?? screenAt(pathname);
}
