import type { Endpoint } from "#src/shared/endpoint.ts";
import type { ApiInput } from "#ui/api.ts";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import type { ConfirmDialogProps } from "#ui/kit/confirm-view.tsx";
import { type Loadable, type RunOptions, useAct } from "./act.ts";

interface ActDialogProps<Path extends string, Search, Parsed, Sent, Body, Reply>
  extends Omit<ConfirmDialogProps, "busy" | "error" | "onConfirm">,
    RunOptions<NonNullable<ApiInput<Path, Search, Sent>[0]>, Reply> {
  act: Loadable<Endpoint<Path, Search, Parsed, Sent, Body, Reply>>;
  input: NoInfer<ApiInput<Path, Search, Sent>[0]>;
  /** The label while it runs ("Deleting..."). */
  busy: string;
}

/** Confirms a change and sends it; errors are shown in the dialog. Closes after success, unless `onDone` is given. */
export function ActDialog<Path extends string, Search, Parsed, Sent, Body, Reply>({
  act,
  input,
  done,
  onDone,
  busy,
  ...dialog
}: ActDialogProps<Path, Search, Parsed, Sent, Body, Reply>) {
  const { run, isPending, errorMessage } = useAct(act, {
    done,
    onDone: onDone ?? dialog.onClose,
    errors: "inline",
  });
  return (
    <ConfirmDialog
      {...dialog}
      busy={isPending && busy}
      error={errorMessage}
      onConfirm={() => run(...([input] as ApiInput<Path, Search, Sent>))}
    />
  );
}
