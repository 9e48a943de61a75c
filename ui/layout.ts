import { cached } from "./cached.ts";

/** What is around every screen of the signed-in: the public pages are drawn without its code. */
export const frame = cached(() => import("./signed-in.tsx").then((module) => module.SignedIn));

/** The frame's name in the build's manifest. */
export const FRAME_MODULE = "signed-in";
