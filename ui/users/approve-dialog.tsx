import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { GRANTABLE_PAGES, homePage, NO_PERMISSIONS, type Page } from "#src/shared/permissions.ts";
import { type User, users } from "#src/users/contract.ts";
import { useCall, wordsOf } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { Checkbox } from "#ui/kit/checkbox.tsx";
import { Dialog, DialogBody, DialogFooter } from "#ui/kit/dialog.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { usersQuery } from "./queries.ts";

interface ApproveDialogProps {
  user: User;
  onClose: () => void;
}

export function ApproveDialog({ user, onClose }: ApproveDialogProps) {
  const call = useCall();
  const client = useQueryClient();
  const toasts = useToasts();
  const [pages, setPages] = useState<readonly Page[]>(["/"]);

  const approval = useMutation({
    mutationFn: () =>
      call(users.approve, {
        params: { id: user.id },
        body: { permissions: { pages: [...pages] } },
      }),
    onSuccess() {
      toasts.show({ title: "User approved" });
      onClose();
      return client.invalidateQueries(usersQuery(call));
    },
    onError(error) {
      toasts.show({ title: "Error", description: wordsOf(error), kind: "destructive" });
    },
  });

  function toggle(page: Page, on: boolean) {
    setPages((before) => (on ? [...before, page] : before.filter((one) => one !== page)));
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (pages.length > 0) approval.mutate();
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Set Permissions & Approve"
      description={`Which pages may ${user.username} open?`}
    >
      <form onSubmit={submit}>
        <DialogBody>
          <fieldset>
            <legend className="sr">Pages</legend>
            <div className="grid grid-cols-2 gap-x-4 gap-y-2 phone:grid-cols-1 phone:gap-y-0">
              {GRANTABLE_PAGES.map(({ path, title }) => (
                <Checkbox
                  key={path}
                  checked={pages.includes(path)}
                  onChange={(event) => toggle(path, event.currentTarget.checked)}
                >
                  {title}
                </Checkbox>
              ))}
            </div>
          </fieldset>
          <p className="hint mt-4" role="status">
            {hint(pages)}
          </p>
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            disabled={pages.length === 0}
            busy={approval.isPending && "Approving..."}
          >
            Approve
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

function hint(pages: readonly Page[]): string {
  if (pages.length === 0) return "Choose at least one page.";
  const home = homePage({ role: "user", permissions: { ...NO_PERMISSIONS, pages } });
  const title = GRANTABLE_PAGES.find(({ path }) => path === home)?.title;
  return `Signing in will lead to ${title}.`;
}
