import { type User, users } from "#src/accounts/users/contract.ts";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { useAct } from "#ui/shell/data/act.ts";

interface SecondFactorDialogProps {
  user: User;
  onClose: () => void;
}

/** For users who have lost their phone. */
export function SecondFactorDialog({ user, onClose }: SecondFactorDialogProps) {
  const removal = useAct(users.removeSecondFactor, {
    done: { title: "Two-step sign-in is off", description: `For ${user.username}.` },
    onDone: onClose,
    errors: "inline",
  });

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Switch off two-step sign-in"
      description={`The password alone will open the account of ${user.username} again. Do it only for somebody you have spoken to: a lost phone is a favourite story of thieves.`}
      action="Switch off"
      busy={removal.isPending && "Switching off..."}
      error={removal.errorMessage}
      onConfirm={() => removal.run({ params: { id: user.id } })}
    />
  );
}
