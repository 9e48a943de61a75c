import type { Recipients } from "#src/messaging/campaigns/contract.ts";

/**
 * A campaign's recipients: chosen contacts, or all contacts (with a tag) except some. Choosing all of
 * a million contacts lists no ids.
 */
export type Choice =
  | { readonly kind: "some"; readonly ids: ReadonlySet<number> }
  | {
      readonly kind: "all";
      /** A tag's id; null for all contacts. */
      readonly tag: number | null;
      readonly except: ReadonlySet<number>;
    };

/** The fields that decide whether a client is selected. */
export interface Candidate {
  readonly id: number;
  readonly tags: readonly { readonly id: number }[];
}

export const NO_RECIPIENTS: Choice = { kind: "some", ids: new Set() };
/** The most exceptions that the endpoint accepts. */
export const MAX_EXCEPT = 10_000;

export function chooseEveryone(tag: number | null): Choice {
  return { kind: "all", tag, except: new Set() };
}

export function isChosen(choice: Choice, contact: Candidate): boolean {
  if (choice.kind === "some") return choice.ids.has(contact.id);
  return hasTag(choice.tag, contact) && !choice.except.has(contact.id);
}

/** Adds clients; undefined if that requires listing every id, because a client lacks the selected tag. */
export function addClients(choice: Choice, contacts: readonly Candidate[]): Choice | undefined {
  if (choice.kind === "some")
    return { kind: "some", ids: new Set([...choice.ids, ...contacts.map(({ id }) => id)]) };
  if (!contacts.every((contact) => hasTag(choice.tag, contact))) return undefined;
  const except = new Set(choice.except);
  for (const { id } of contacts) except.delete(id);
  return { ...choice, except };
}

/** Removes clients; undefined if there would be too many exceptions. */
export function removeClients(choice: Choice, contacts: readonly Candidate[]): Choice | undefined {
  if (choice.kind === "some") {
    const ids = new Set(choice.ids);
    for (const { id } of contacts) ids.delete(id);
    return { kind: "some", ids };
  }
  const leaving = contacts.filter((contact) => hasTag(choice.tag, contact));
  const except = new Set([...choice.except, ...leaving.map(({ id }) => id)]);
  return except.size > MAX_EXCEPT ? undefined : { ...choice, except };
}

/** Removes clients who cannot receive texts, because the counts exclude them. */
export function removeUnreachable(choice: Choice, unreachable: ReadonlySet<number>): Choice {
  const left = (ids: ReadonlySet<number>) => new Set([...ids].filter((id) => !unreachable.has(id)));
  return choice.kind === "some"
    ? { kind: "some", ids: left(choice.ids) }
    : { ...choice, except: left(choice.except) };
}

/** `reachable` counts all contacts, or those with the choice's tag. */
export function countOf(choice: Choice, reachable: number): number {
  return choice.kind === "some" ? choice.ids.size : Math.max(0, reachable - choice.except.size);
}

/** The choice in the endpoint's form. */
export function recipientsOf(choice: Choice): Pick<Recipients, "contactIds" | "audience"> {
  if (choice.kind === "some") return { contactIds: [...choice.ids] };
  return { audience: { all: true, tag: choice.tag, except: [...choice.except] } };
}

/** The choice that a campaign was created with. */
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

function hasTag(tag: number | null, { tags }: Candidate): boolean {
  return tag === null || tags.some(({ id }) => id === tag);
}
