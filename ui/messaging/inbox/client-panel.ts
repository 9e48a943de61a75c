import { cached } from "#ui/cached.ts";

/**
 * What is known of the client, beside the thread. The server draws it with the page; its code comes
 * after the thread and the composer have theirs, and until then what was drawn stays.
 */
export const clientPart = cached(() =>
  import("./client-details.tsx").then((module) => module.ClientDetails),
);
