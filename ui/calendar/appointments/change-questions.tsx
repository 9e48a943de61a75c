import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { lazyDialog } from "#ui/kit/lazy-dialog.tsx";
import { formatRepeat } from "./format-repeat.ts";
import type { Changes } from "./use-changes.ts";

const ScopeDialog = lazyDialog(async () => (await import("./scope-dialog.tsx")).ScopeDialog);

/** What a change of a repeating visit applies to, and whether a visit moves despite what is in its way. */
export function ChangeQuestions({ changes }: { changes: Changes }) {
  return (
    <>
      {changes.question && (
        <ScopeDialog
          title={changes.question.title}
          description={formatRepeat(changes.question.appointment)}
          onChoose={changes.question.choose}
          onClose={changes.dismissQuestion}
        />
      )}
      <ConfirmDialog
        open={changes.conflict !== undefined}
        onClose={() => changes.dismissConflict()}
        harmless
        title="Move Anyway?"
        description={changes.conflict?.message ?? ""}
        action="Move Anyway"
        onConfirm={() => changes.conflict?.proceed()}
      />
    </>
  );
}
