import { useQuery } from "@tanstack/react-query";
import { type Belongings, type User, users } from "#src/accounts/users/contract.ts";
import { errorMessage, useApi } from "#ui/api.ts";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { formatCount } from "#ui/shell/format/plural.ts";
import { belongingsQuery } from "./queries.ts";

/** Deletes the user with everything they own, after listing it. */
export function CascadeDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const api = useApi();
  const { data: belongings, error } = useQuery(belongingsQuery(api, user.id));
  const removal = useAct(users.remove, {
    done: "User deleted",
    onDone: onClose,
    errors: "inline",
  });
  const refusal = removal.error ?? error;

  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Delete ${user.username} and all they own?`}
      description={
        belongings ? (
          <>
            This will permanently delete the account, {describeBelongings(belongings)}. What stays:
            the record of texts sent and their cost, who opted out, and signed agreements. This
            action cannot be undone.
          </>
        ) : (
          "Counting what they own..."
        )
      }
      action="Delete everything"
      busy={(removal.isPending && "Deleting...") || (!belongings && !error && "Counting...")}
      error={refusal ? errorMessage(refusal) : undefined}
      onConfirm={() => removal.run({ params: { id: user.id }, query: { cascade: "true" } })}
    />
  );
}

function describeBelongings({ contacts, campaigns, drafts }: Belongings): string {
  return [
    `${formatCount(contacts, "contact")} with their conversations, tags and notes`,
    formatCount(campaigns, "campaign"),
    `and ${formatCount(drafts, "draft")}`,
  ].join(", ");
}
