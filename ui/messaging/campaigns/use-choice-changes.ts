import { useMutation } from "@tanstack/react-query";
import type { Contact } from "#src/clients/contacts/contract.ts";
import { type Api, errorMessage, useApi } from "#ui/api.ts";
import { useToasts } from "#ui/kit/toasts.tsx";
import {
  addClients,
  type Choice,
  chooseEveryone,
  MAX_EXCEPT,
  NO_RECIPIENTS,
  removeClients,
} from "./choice.ts";
import { loadAllContacts, MAX_LOADED_CONTACTS, type Scope } from "./queries.ts";

interface ChoiceChangesOptions {
  readonly choice: Choice;
  readonly onChoice: (choice: Choice) => void;
  readonly scope: Scope;
}

const figure = (n: number) => n.toLocaleString("en-US");
const TOO_MANY_FOUND = `That's more than ${figure(MAX_LOADED_CONTACTS)} clients. Narrow your search.`;
const TOO_MANY_TO_ADD = `You can't add more than ${figure(MAX_LOADED_CONTACTS)} clients at once. Select everyone, or just one tag.`;
const TOO_MANY_EXCEPT = `You can leave out up to ${figure(MAX_EXCEPT)} clients. Choose by tag instead.`;

/** Its message is shown to the user. */
class InvalidChoice extends Error {}

/** Changes to the choice. Those that need contact lists from the server take a moment. */
export function useChoiceChanges({ choice, onChoice, scope }: ChoiceChangesOptions) {
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
