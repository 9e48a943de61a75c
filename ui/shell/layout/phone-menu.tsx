import { useSignals } from "@preact/signals-react/runtime";
import type { CurrentUser } from "#src/accounts/sign-in/contract.ts";
import { useUiState } from "#ui/ui-state.ts";
import { PlainDialog } from "./plain-dialog.tsx";
import { SidebarContent } from "./sidebar.tsx";

/** The sidebar as a sheet from the left, below 1024 px. */
export function PhoneMenu({ user }: { user: CurrentUser }) {
  useSignals();
  const { phoneMenuOpen } = useUiState();
  const set = (open: boolean) => {
    phoneMenuOpen.value = open;
  };
  return (
    <PlainDialog
      open={phoneMenuOpen.value}
      onOpenChange={set}
      title="Main menu"
      className="side drawer"
    >
      <SidebarContent user={user} onGo={() => set(false)} />
    </PlainDialog>
  );
}
