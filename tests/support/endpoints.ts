import { MODULES } from "#src/server.ts";

/** Every endpoint of the API except the event stream and what providers call. */
export const endpoints = MODULES.flatMap(({ contract }) => Object.values(contract));
