import { Problem } from "#src/shared/problem.ts";

/** The order of entries with the same time: texts, consent, notes, calls. */
export const KINDS = ["text", "consent", "note", "call"] as const;
export type Kind = (typeof KINDS)[number];

/** The last entry of the previous page. */
export interface Position {
  readonly at: number;
  readonly kind: Kind;
  readonly id: number;
}

export function formatCursor({ at, kind, id }: Position): string {
  return `${at}.${kind}.${id}`;
}

export function parseCursor(cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined;
  const [, at, kind, id] = /^(\d{1,15})\.(text|consent|note|call)\.(\d{1,15})$/.exec(cursor) ?? [];
  if (!at || !kind || !id) throw new Problem(400, "cursor: use a cursor from an earlier response.");
  return { at: Number(at), kind: kind as Kind, id: Number(id) };
}

/** Where entries of one kind continue after a position that may be of another kind. */
export function boundOf(kind: Kind, position: Position | undefined): { at: number; id: number } {
  if (!position) return { at: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };
  const order = KINDS.indexOf(kind) - KINDS.indexOf(position.kind);
  if (order === 0) return { at: position.at, id: position.id };
  return { at: position.at, id: order > 0 ? Number.MAX_SAFE_INTEGER : 0 };
}
