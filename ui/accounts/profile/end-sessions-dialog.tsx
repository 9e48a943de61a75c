import { account, type Session } from "#src/accounts/profile/contract.ts";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { useAct } from "#ui/shell/data/act.ts";

interface EndSessionsDialogProps {
  ending: Session | "others";
  onClose: () => void;
}

export function EndSessionsDialog({ ending, onClose }: EndSessionsDialogProps) {
  const others = ending === "others";
  const endOne = useAct(account.endSession, {
    done: "Session ended",
    onDone: onClose,
    errors: "inline",
  });
  const endOthers = useAct(account.endOtherSessions, {
    done: "All other sessions ended",
    onDone: onClose,
    errors: "inline",
  });
  const { isPending, errorMessage } = others ? endOthers : endOne;

  return (
    <ConfirmDialog
      onClose={onClose}
      title={others ? "End all other sessions" : "End this session"}
      description={
        others
          ? "You'll need to sign in again everywhere else."
          : `You'll need to sign in again on ${ending.device}.`
      }
      action={others ? "End all others" : "End session"}
      busy={isPending && "Ending..."}
      error={errorMessage}
      onConfirm={() => (others ? endOthers.run() : endOne.run({ params: { id: ending.id } }))}
    />
  );
}
