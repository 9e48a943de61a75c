import { cached } from "./cached.ts";

/** The layout around every signed-in screen. Public pages do not load its code. */
export const staffLayout = cached(async () => (await import("./signed-in.tsx")).SignedIn);

/** The layout's name in the build's manifest. */
export const LAYOUT_MODULE = "signed-in";
