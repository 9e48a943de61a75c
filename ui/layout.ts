import { cached } from "./cached.ts";

/** The layout around every signed-in screen. Public pages do not load its code. */
export const frame = cached(() => import("./signed-in.tsx").then((module) => module.SignedIn));

/** The layout's name in the build's manifest. */
export const FRAME_MODULE = "signed-in";
