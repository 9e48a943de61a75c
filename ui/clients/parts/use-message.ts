import { useLocation } from "wouter";
import { useAct } from "#ui/shell/data/act.ts";

/** Opens the conversation with a contact. */
export function useMessage() {
  const [, navigate] = useLocation();
  return useAct(async () => (await import("#src/messaging/inbox/contract.ts")).inbox.start, {
    onDone: ({ id }) => navigate(`/inbox?c=${id}`),
  });
}
