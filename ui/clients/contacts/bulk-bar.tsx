import Tag from "lucide-react/icons/tag";
import X from "lucide-react/icons/x";
import { useState } from "react";
import { formatNumber } from "#src/shared/format-count.ts";
import { TagMenu, useTagActions } from "#ui/clients/parts/tag-menu.tsx";
import { useCurrentUser } from "#ui/current-user.ts";
import { Button } from "#ui/kit/button.tsx";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { lazyDialog } from "#ui/kit/lazy-dialog.tsx";
import type { useSelection } from "./selection.ts";

const AgreementDialog = lazyDialog(
  async () => (await import("./contact-form-dialog.tsx")).AgreementDialog,
);

interface BulkBarProps {
  selection: ReturnType<typeof useSelection>;
  /** The number of matches; undefined during a search, which has no total. */
  matching: number | undefined;
}

/** Actions for the selected contacts; stays visible below the cards. */
export function BulkBar({ selection, matching }: BulkBarProps) {
  const { assign, unassign, isPending } = useTagActions({ onDone: selection.end });
  const { user } = useCurrentUser();
  const [recording, setRecording] = useState(false);
  const count = selection.count(matching ?? 0);
  const isEmpty = count === 0 && !(selection.all && matching === undefined);

  return (
    <section
      className="sticky bottom-0 z-10 mx-auto mt-4 flex w-fit max-w-full flex-wrap items-center gap-2 rounded-lg border border-line-2 bg-overlay p-2 pl-4 shadow-float phone:w-full"
      aria-label="Selected contacts"
    >
      <span className="h3 num mr-2" aria-live="polite">
        {selection.all && matching === undefined
          ? "All matches"
          : `${formatNumber(count)} selected`}
      </span>
      <Button variant="quiet" onClick={selection.all ? selection.chooseNone : selection.chooseAll}>
        {selection.all ? "Select None" : "Select All Matches"}
      </Button>
      <TagMenu
        onChoose={(tag) => assign(tag, selection.toSelection())}
        trigger={
          <Button icon={Tag} disabled={isEmpty} busy={isPending && "Working..."}>
            Add Tag
          </Button>
        }
      />
      <TagMenu
        onlyKnown
        onChoose={(tag) => unassign(tag, selection.toSelection())}
        trigger={<Button disabled={isEmpty || isPending}>Remove Tag</Button>}
      />
      {user?.role === "admin" && (
        <Button disabled={isEmpty} onClick={() => setRecording(true)}>
          Record Consent
        </Button>
      )}
      {recording && (
        <AgreementDialog
          selection={selection.toSelection()}
          onDone={() => {
            setRecording(false);
            selection.end();
          }}
          onClose={() => setRecording(false)}
        />
      )}
      <IconButton
        icon={X}
        label="Stop selecting"
        className="phone:ml-auto"
        onClick={selection.end}
      />
    </section>
  );
}
