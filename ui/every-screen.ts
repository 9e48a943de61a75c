import { clientScreenAt, clientScreens } from "./client-screens.ts";
import type { Screen } from "./screen.ts";
import { screenAt, screens } from "./screens.ts";

/** For the server, which draws them all: a browser has the code of the staff's, or of the clients'. */
export const everyScreen: readonly Screen[] = [...clientScreens, ...screens];

export function everyScreenAt(pathname: string): Screen | undefined {
  return clientScreenAt(pathname) ?? screenAt(pathname);
}
