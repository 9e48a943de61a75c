import { contacts } from "#src/clients/contacts/contract.ts";
import { useAct } from "#ui/shell/data/act.ts";

export function useContactActions() {
  const optOut = useAct(contacts.optOut, {
    done: ({ name }) => ({
      title: "Contact opted out",
      description: `${name} won't get any more texts.`,
    }),
  });
  const optIn = useAct(contacts.optIn, {
    done: ({ name, warning }) => ({
      title: "Contact opted in",
      description: warning ?? `${name} can get texts again.`,
    }),
  });
  return { optOut, optIn };
}
