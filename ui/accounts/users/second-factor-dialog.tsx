import { type User, users } from "#src/accounts/users/contract.ts";
import { ActDialog } from "#ui/shell/data/act-dialog.tsx";

interface SecondFactorDialogProps {
  user: User;
  onClose: () => void;
}

/** For users who have lost their phone. */
export function SecondFactorDialog({ user, onClose }: SecondFactorDialogProps) {
  return (
    <ActDialog
      act={users.removeSecondFactor}
      input={{ params: { id: user.id } }}
      done={{ title: "Two-step sign-in is off", description: `For ${user.username}.` }}
      busy="Turning off..."
      onClose={onClose}
      title="Turn off two-step sign-in"
      description={`${user.username} will sign in with just a password. Only do this after you speak with them: “I lost my phone” is a common scam.`}
      action="Turn off"
    />
  );
}
