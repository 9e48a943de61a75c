import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";

export function RegenerateDialog(props: { onClose: () => void; onConfirm: () => void }) {
  return (
    <ConfirmDialog
      onClose={() => props.onClose()}
      title="Regenerate Agreement?"
      description="This replaces the current text with a new draft. Agreements that clients have signed won't change."
      action="Regenerate Agreement"
      onConfirm={props.onConfirm}
    />
  );
}
