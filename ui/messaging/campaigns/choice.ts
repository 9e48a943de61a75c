import type { Recipients } from "#src/messaging/campaigns/contract.ts";

/** Who gets a campaign: some by name, or all (who carry a tag) except some. Never a list of a million. */
export type Choice =
  | { readonly kind: "some"; readonly ids: ReadonlySet<number> }
  | {
      readonly kind: "all";
      /** A tag's id; null: everybody. */
      readonly tag: number | null;
      /** Only those who would be among them. */
      readonly except: ReadonlySet<number>;
    };

/** What has to be known of a client to say whether they are chosen. */
export interface Candidate {
  readonly id: number;
  readonly tags: readonly { readonly id: number }[];
}

export const NOBODY: Choice = { kind: "some", ids: new Set() };
/** The call takes no more exceptions than these. */
export const MOST_EXCEPT = 10_000;

export function everyone(tag: number | null): Choice {
  return { kind: "all", tag, except: new Set() };
}

export function isChosen(choice: Choice, contact: Candidate): boolean {
  if (choice.kind === "some") return choice.ids.has(contact.id);
  return isAmong(choice.tag, contact) && !choice.except.has(contact.id);
}

/**
 * With these clients too; undefined when that can only be said by naming everybody, because one of
 * them lacks the tag by which the others were chosen.
 */
export function adding(choice: Choice, contacts: readonly Candidate[]): Choice | undefined {
  if (choice.kind === "some")
    return { kind: "some", ids: new Set([...choice.ids, ...contacts.map(({ id }) => id)]) };
  if (!contacts.every((contact) => isAmong(choice.tag, contact))) return undefined;
  const except = new Set(choice.except);
  for (const { id } of contacts) except.delete(id);
  return { ...choice, except };
}

/** Without these; undefined when the exceptions would be too many. */
export function removing(choice: Choice, contacts: readonly Candidate[]): Choice | undefined {
  if (choice.kind === "some") {
    const ids = new Set(choice.ids);
    for (const { id } of contacts) ids.delete(id);
    return { kind: "some", ids };
  }
  const leaving = contacts.filter((contact) => isAmong(choice.tag, contact));
  const except = new Set([...choice.except, ...leaving.map(({ id }) => id)]);
  return except.size > MOST_EXCEPT ? undefined : { ...choice, except };
}

/** Without those who have turned out not to receive texts: no count holds them. */
export function removeUnreachable(choice: Choice, unable: ReadonlySet<number>): Choice {
  const left = (ids: ReadonlySet<number>) => new Set([...ids].filter((id) => !unable.has(id)));
  return choice.kind === "some"
    ? { kind: "some", ids: left(choice.ids) }
    : { ...choice, except: left(choice.except) };
}

/** How many; `reachable` of everybody, or of those who carry the choice's tag. */
export function countOf(choice: Choice, reachable: number): number {
  return choice.kind === "some" ? choice.ids.size : Math.max(0, reachable - choice.except.size);
}

/** As the calls take it. */
export function recipientsOf(choice: Choice): Pick<Recipients, "contactIds" | "audience"> {
  if (choice.kind === "some") return { contactIds: [...choice.ids] };
  return { audience: { all: true, tag: choice.tag, except: [...choice.except] } };
}

/** What a campaign was made for, to be chosen again. */
export function choiceOf({
  contactIds,
  audience,
}: {
  readonly contactIds: readonly number[] | null;
  readonly audience: { readonly tag: number | null; readonly except: readonly number[] } | null;
}): Choice {
  if (audience) return { kind: "all", tag: audience.tag, except: new Set(audience.except) };
  return { kind: "some", ids: new Set(contactIds) };
}

function isAmong(tag: number | null, { tags }: Candidate): boolean {
  return tag === null || tags.some(({ id }) => id === tag);
}
