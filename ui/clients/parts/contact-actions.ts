import { useAct } from "#ui/shell/data/act.ts";

/** No first page needs the contract. */
export async function loadContacts() {
  return (await import("#src/clients/contacts/contract.ts")).contacts;
}

export function useContactActions() {
  const optOut = useAct(async () => (await loadContacts()).optOut, {
    done: ({ name }) => ({
      title: "Contact opted out",
      description: `${name} won't get any more texts.`,
    }),
  });
  const optIn = useAct(async () => (await loadContacts()).optIn, {
    done: ({ name, warning }) => ({
      title: "Contact opted in",
      description: warning ?? `${name} can get texts again.`,
    }),
  });
  return { optOut, optIn };
}
