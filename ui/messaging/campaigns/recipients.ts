import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { Contact } from "#src/clients/contacts/contract.ts";
import type { Bases } from "#src/clients/offers/contract.ts";
import { formatNumber } from "#src/shared/format-count.ts";
import { type Api, errorMessage, useApi } from "#ui/api.ts";
import { tagsQuery } from "#ui/clients/parts/tag-queries.ts";
import { useToasts } from "#ui/kit/toasts.tsx";
import { useDebounced } from "#ui/shell/data/debounce.ts";
import {
  addClients,
  type Choice,
  chooseEveryone,
  countOf,
  isChosen,
  MAX_EXCEPT,
  NO_RECIPIENTS,
  removeClients,
  removeUnreachable,
} from "./choice.ts";
import {
  basesQuery,
  canReceive,
  loadAllContacts,
  MAX_LOADED_CONTACTS,
  recipientsQuery,
  type Scope,
} from "./queries.ts";

export type Recipients = ReturnType<typeof useRecipients>;

/** The campaign's recipients: the picker's rows and the selection, also beyond the loaded rows. */
export function useRecipients(
  initial: { readonly choice: Choice; readonly includeAsked: boolean },
  enabled: boolean,
) {
  const api = useApi();
  const [search, setSearch] = useState("");
  const [tagId, setTag] = useState<number>();
  const [selection, setSelection] = useState(initial.choice);
  const [includeAsked, setIncludeAsked] = useState(initial.includeAsked);
  const q = useDebounced(search.trim());

  const list = useInfiniteQuery({ ...recipientsQuery(api, { q, tag: tagId }), enabled });
  const chosenTag = selection.kind === "all" ? (selection.tag ?? undefined) : undefined;
  const { data: all } = useQuery({ ...basesQuery(api), enabled });
  const { data: listed } = useQuery({ ...basesQuery(api, tagId), enabled });
  const { data: selected } = useQuery({ ...basesQuery(api, chosenTag), enabled });
  const { data: tags = [] } = useQuery({ ...tagsQuery(api), enabled });
  const tag = tags.find(({ id }) => id === tagId);
  // Those who can't be recipients come last on their page, so that nothing moves when more are loaded.
  const rows = useMemo(() => {
    const rank = (row: Contact) => (canReceive(row, includeAsked) ? 0 : 1);
    return list.data?.pages.flatMap((page) =>
      page.contacts.toSorted((one, other) => rank(one) - rank(other)),
    );
  }, [list.data, includeAsked]);

  // A client who opts out while the dialog is open is deselected.
  const choice = useMemo(() => {
    const unreachable = (rows ?? [])
      .filter((row) => !canReceive(row, includeAsked))
      .map(({ id }) => id);
    return removeUnreachable(selection, new Set(unreachable));
  }, [selection, rows, includeAsked]);

  const countReached = (bases: Bases | undefined) =>
    bases && bases.agreed + bases.client + (includeAsked ? bases.asked : 0);
  const valid = countReached(all);
  const count = countOf(choice, countReached(selected) ?? 0);
  const able = (rows ?? []).filter((row) => canReceive(row, includeAsked));
  const found = {
    total: able.length,
    chosen: able.filter((row) => isChosen(choice, row)).length,
    complete: !list.hasNextPage,
  };
  const scope = { q, tag: tag?.id, includeAsked };
  const state = stateOf(choice, scope, { ...found, count, valid: valid ?? 0 });
  const change = useChoiceChanges({ choice, onChoice: setSelection, scope });

  // Memoized, so that typing does not rerender thousands of rows.
  const turn = (contact: Contact) => change.toggle(contact, isChosen(choice, contact));
  const latest = useRef(turn);
  useLayoutEffect(() => {
    latest.current = turn;
  });
  const toggle = useCallback((contact: Contact) => latest.current(contact), []);

  return {
    search,
    setSearch,
    tags,
    /** The tag by which the list is filtered. */
    tag,
    setTag,
    /** Selects the clients with a tag, unless others were chosen one by one. */
    chooseTag(id: number) {
      setTag(id);
      const isTag = choice.kind === "all" && choice.tag !== null && choice.except.size === 0;
      const isEmpty = choice.kind === "some" && choice.ids.size === 0;
      if (q === "" && (isEmpty || isTag)) setSelection(chooseEveryone(id));
    },
    /** Search results replace the list. */
    narrowed: q !== "",
    /** Loaded so far; undefined while the first page loads. */
    rows,
    error: list.error,
    loadMore() {
      if (list.hasNextPage && !list.isFetching) void list.fetchNextPage();
    },
    choice,
    /** The number of selected contacts who can receive texts. */
    count,
    canReceive: (contact: Contact) => canReceive(contact, includeAsked),
    isChosen: (contact: Contact) => canReceive(contact, includeAsked) && isChosen(choice, contact),
    toggle,
    everyone: state,
    toggleEveryone: () => change.toggleEveryone(state === "all"),
    choosing: change.running,
    /** Without a search. */
    total: tag?.contactCount ?? list.data?.pages[0]?.total,
    /** Of the listed contacts, how many can be texted. */
    textable: listed && listed.agreed + listed.client + listed.asked + listed.none,
    bases: listed,
    includeAsked,
    setIncludeAsked,
    /** Of all contacts. */
    valid,
  };
}

interface Known {
  readonly total: number;
  readonly chosen: number;
  /** Every row of the scope is loaded. */
  readonly complete: boolean;
  readonly count: number;
  readonly valid: number;
}

/** Whether all, some or none of the listed contacts are selected; for rows not loaded, the choice decides. */
export function stateOf(
  choice: Choice,
  { q, tag }: Pick<Scope, "q" | "tag">,
  { total, chosen, complete, count, valid }: Known,
): "all" | "some" | "none" {
  const isComplete = q === "" && tag === undefined;
  if (isComplete) return count === 0 ? "none" : count >= valid ? "all" : "some";
  if (choice.kind === "all" && choice.except.size === 0) {
    if (choice.tag === null || choice.tag === tag) return total > 0 ? "all" : "none";
  }
  if (complete && total > 0 && chosen === total) return "all";
  return chosen > 0 ? "some" : "none";
}

interface ChoiceChangesOptions {
  readonly choice: Choice;
  readonly onChoice: (choice: Choice) => void;
  readonly scope: Scope;
}

const TOO_MANY_FOUND = `That's more than ${formatNumber(MAX_LOADED_CONTACTS)} clients. Narrow your search.`;
const TOO_MANY_TO_ADD = `You can't add more than ${formatNumber(MAX_LOADED_CONTACTS)} clients at once. Select everyone, or just one tag.`;
const TOO_MANY_EXCEPT = `You can leave out up to ${formatNumber(MAX_EXCEPT)} clients. Choose by tag instead.`;

/** Its message is shown to the user. */
class InvalidChoice extends Error {}

/** Changes to the choice. Those that need contact lists from the server take a moment. */
function useChoiceChanges({ choice, onChoice, scope }: ChoiceChangesOptions) {
  const api = useApi();
  const toasts = useToasts();
  const changing = useMutation({
    mutationFn: (change: () => Promise<Choice>) => change(),
    onSuccess: onChoice,
    onError: (error) =>
      toasts.error("Error", error instanceof InvalidChoice ? error.message : errorMessage(error)),
  });

  return {
    running: changing.isPending,
    toggle(contact: Contact, chosen: boolean) {
      const next = chosen ? removeClients(choice, [contact]) : addClients(choice, [contact]);
      if (next) onChoice(next);
      else if (chosen) toasts.error(TOO_MANY_EXCEPT);
      else changing.mutate(() => mergeChoice(api, choice, [contact], scope));
    },
    toggleEveryone(allChosen: boolean) {
      const atOnce = allChosen ? withoutScope(choice, scope) : withScope(choice, scope);
      if (atOnce) onChoice(atOnce);
      else
        changing.mutate(() =>
          allChosen ? removeMatches(api, choice, scope) : addMatches(api, choice, scope),
        );
    },
  };
}

/** Selects all listed contacts if that needs no ids. */
function withScope(choice: Choice, { q, tag }: Scope): Choice | undefined {
  if (q !== "") return undefined;
  if (tag === undefined) return chooseEveryone(null);
  const isEmpty = choice.kind === "some" && choice.ids.size === 0;
  return isEmpty || (choice.kind === "all" && choice.tag === tag) ? chooseEveryone(tag) : undefined;
}

function withoutScope(choice: Choice, { q, tag }: Scope): Choice | undefined {
  if (q !== "") return undefined;
  return tag === undefined || (choice.kind === "all" && choice.tag === tag)
    ? NO_RECIPIENTS
    : undefined;
}

async function addMatches(api: Api, choice: Choice, scope: Scope): Promise<Choice> {
  const found = await loadAllContacts(api, scope);
  if (!found) throw new InvalidChoice(scope.q === "" ? TOO_MANY_TO_ADD : TOO_MANY_FOUND);
  return addClients(choice, found) ?? mergeChoice(api, choice, found, scope);
}

async function removeMatches(api: Api, choice: Choice, scope: Scope): Promise<Choice> {
  const found = await loadAllContacts(api, scope);
  const left = found && removeClients(choice, found);
  if (!left) throw new InvalidChoice(found ? TOO_MANY_EXCEPT : TOO_MANY_FOUND);
  return left;
}

/** A tag's contacts plus others can only be stored as a list of ids. */
async function mergeChoice(
  api: Api,
  choice: Choice,
  others: readonly Contact[],
  { includeAsked }: Scope,
): Promise<Choice> {
  const tag = choice.kind === "all" ? (choice.tag ?? undefined) : undefined;
  const tagged = await loadAllContacts(api, { q: "", tag, includeAsked });
  if (!tagged) throw new InvalidChoice(TOO_MANY_TO_ADD);
  const except = choice.kind === "all" ? choice.except : new Set<number>();
  const ids = [...tagged.filter(({ id }) => !except.has(id)), ...others].map(({ id }) => id);
  return { kind: "some", ids: new Set(ids) };
}
