import { useSignals } from "@preact/signals-react/runtime";
import * as Dialog from "radix-ui/dialog";
import type { CurrentUser } from "#src/accounts/sign-in/contract.ts";
import { useCloseWatcher } from "#ui/kit/close-watcher.ts";
import { useReturnFocus } from "#ui/kit/return-focus.ts";
import { useUiState } from "#ui/ui-state.ts";
import { PaletteSearch } from "./palette-search.tsx";

/** Ctrl or Cmd K: go anywhere, do the frequent things, find a client. */
export function Palette({ user }: { user: CurrentUser }) {
  useSignals();
  const { paletteOpen } = useUiState();
  const focus = useReturnFocus();
  const set = (open: boolean) => {
    paletteOpen.value = open;
  };
  useCloseWatcher(paletteOpen.value, () => set(false));
  return (
    <Dialog.Root open={paletteOpen.value} onOpenChange={set}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim">
          <Dialog.Content
            // On phones it fills the screen, so that the field stays in its place while the list changes.
            className="dialog mt-[10vh] max-w-140 self-start phone:mt-0 phone:h-dvh phone:max-h-none! phone:rounded-none!"
            onOpenAutoFocus={focus.save}
            onCloseAutoFocus={focus.restore}
            aria-describedby={undefined}
          >
            <Dialog.Title className="sr">Command palette</Dialog.Title>
            <PaletteSearch user={user} onDone={() => set(false)} />
          </Dialog.Content>
        </Dialog.Overlay>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
