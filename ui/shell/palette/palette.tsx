import { useSignals } from "@preact/signals-react/runtime";
import type { CurrentUser } from "#src/accounts/sign-in/contract.ts";
import { PlainDialog } from "#ui/shell/layout/plain-dialog.tsx";
import { useUiState } from "#ui/ui-state.ts";
import { PaletteSearch } from "./palette-search.tsx";

/** Ctrl or Cmd K: go anywhere, do the frequent things, find a client. */
export function Palette({ user }: { user: CurrentUser }) {
  useSignals();
  const { paletteOpen } = useUiState();
  const set = (open: boolean) => {
    paletteOpen.value = open;
  };
  return (
    <PlainDialog
      open={paletteOpen.value}
      onOpenChange={set}
      title="Command palette"
      // On phones it fills the screen, so that the field stays in its place while the list changes.
      className="dialog mt-[10vh] max-w-140 self-start phone:mt-0 phone:h-dvh phone:max-h-none! phone:rounded-none!"
    >
      <PaletteSearch user={user} onDone={() => set(false)} />
    </PlainDialog>
  );
}
