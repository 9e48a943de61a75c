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
      onClose={onClose}
      title="Turn off two-step sign-in"
      description={`${user.username} will sign in with just a password. Only do this after you speak with them: “I lost my phone” is a common scam.`}
      action="Turn off"
      busy={removal.isPending && "Turning off..."}
      error={removal.errorMessage}
      onConfirm={() => removal.run({ params: { id: user.id } })}
    />
  );
}
