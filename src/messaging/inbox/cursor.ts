import type { Place } from "#db/messaging/conversations.ts";
import { Problem } from "#src/shared/problem.ts";

const NEWEST = { at: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };

export function readPlace(cursor: string | undefined): Place {
  if (cursor === undefined) return NEWEST;
  const [, at, id] = /^(\d{1,15})\.(\d{1,15})$/.exec(cursor) ?? [];
  if (!at || !id) throw new Problem(400, "cursor: this is not a cursor that Parlor gave.");
  return { at: Number(at), id: Number(id) };
}

export function cursorOf({ at, id }: Place): string {
  return `${at}.${id}`;
}
