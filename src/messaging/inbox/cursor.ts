import type { Position } from "#db/messaging/conversations.ts";
import { Problem } from "#src/shared/problem.ts";

const NEWEST = { at: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };

export function parseCursor(cursor: string | undefined): Position {
  if (cursor === undefined) return NEWEST;
  const [, at, id] = /^(\d{1,15})\.(\d{1,15})$/.exec(cursor) ?? [];
  if (!at || !id) throw new Problem(400, "cursor: use a cursor from an earlier response.");
  return { at: Number(at), id: Number(id) };
}

export function formatCursor({ at, id }: Position): string {
  return `${at}.${id}`;
}
