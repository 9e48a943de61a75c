import { useSignals } from "@preact/signals-react/runtime";
import * as Dialog from "radix-ui/dialog";
import type { CurrentUser } from "#src/accounts/sign-in/contract.ts";
import { useCloseWatcher } from "#ui/kit/close-watcher.ts";
import { useReturnFocus } from "#ui/kit/return-focus.ts";
import { useUiState } from "#ui/ui-state.ts";
import { SidebarContent } from "./sidebar.tsx";

/** The sidebar as a sheet from the left, below 1024 px. */
export function PhoneMenu({ user }: { user: CurrentUser }) {
  useSignals();
  const { phoneMenuOpen } = useUiState();
  const focus = useReturnFocus();
  const set = (open: boolean) => {
    phoneMenuOpen.value = open;
  };
  useCloseWatcher(phoneMenuOpen.value, () => set(false));
  return (
    <Dialog.Root open={phoneMenuOpen.value} onOpenChange={set}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim">
          <Dialog.Content
            className="side drawer"
            aria-describedby={undefined}
            onOpenAutoFocus={focus.save}
            onCloseAutoFocus={focus.restore}
          >
            <Dialog.Title className="sr">Main menu</Dialog.Title>
            <SidebarContent user={user} onGo={() => set(false)} />
          </Dialog.Content>
        </Dialog.Overlay>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
