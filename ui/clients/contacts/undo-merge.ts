import { clients } from "#src/clients/profile/contract.ts";
import { useAct } from "#ui/shell/data/act.ts";

export function useUndoMerge() {
  return useAct(clients.undoMerge, { done: "Merge undone", errors: "Couldn't undo the merge" });
}
