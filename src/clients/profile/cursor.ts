import { Problem } from "#src/shared/problem.ts";

/** At one moment texts stand before what was agreed, that before notes, and those before calls. */
export const KINDS = ["text", "consent", "note", "call"] as const;
export type Kind = (typeof KINDS)[number];

/** The last entry of the page before. */
export interface Place {
  readonly at: number;
  readonly kind: Kind;
  readonly id: number;
}

export function cursorOf({ at, kind, id }: Place): string {
  return `${at}.${kind}.${id}`;
}

export function readPlace(cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined;
  const [, at, kind, id] = /^(\d{1,15})\.(text|consent|note|call)\.(\d{1,15})$/.exec(cursor) ?? [];
  if (!at || !kind || !id) throw new Problem(400, "cursor: this is not a cursor that Parlor gave.");
  return { at: Number(at), kind: kind as Kind, id: Number(id) };
}

/** Where one kind of entry goes on after the place of another. */
export function boundOf(kind: Kind, place: Place | undefined): { at: number; id: number } {
  if (!place) return { at: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };
  const order = KINDS.indexOf(kind) - KINDS.indexOf(place.kind);
  if (order === 0) return { at: place.at, id: place.id };
  return { at: place.at, id: order > 0 ? Number.MAX_SAFE_INTEGER : 0 };
}
