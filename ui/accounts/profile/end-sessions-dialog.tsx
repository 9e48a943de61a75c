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
      open
      onOpenChange={(open) => open || onClose()}
      title={others ? "End all other sessions" : "End this session"}
      description={
        others
          ? "Everywhere but here you will have to sign in again."
          : `${ending.device} will have to sign in again.`
      }
      action={others ? "End all others" : "End session"}
      busy={isPending && "Ending..."}
      error={errorMessage}
      onConfirm={() => (others ? endOthers.run() : endOne.run({ params: { id: ending.id } }))}
    />
  );
}
