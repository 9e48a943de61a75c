import { cached } from "#ui/cached.ts";

/**
 * The client's details next to the thread. The server renders them; in the browser, the markup
 * stays until their code has loaded, after the thread's and the composer's.
 */
export const clientPart = cached(async () => (await import("./client-details.tsx")).ClientDetails);
