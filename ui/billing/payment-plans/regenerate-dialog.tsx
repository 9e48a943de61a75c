import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";

export function RegenerateDialog(props: { onClose: () => void; onConfirm: () => void }) {
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || props.onClose()}
      title="Regenerate Agreement?"
      description="The agreement is written anew and takes the place of the present text. Agreements that clients have signed stay as they are."
      action="Regenerate Agreement"
      onConfirm={props.onConfirm}
    />
  );
}
