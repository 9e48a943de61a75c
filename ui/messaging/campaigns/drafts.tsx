import Check from "lucide-react/icons/check";
import Pencil from "lucide-react/icons/pencil";
import type { ReactNode } from "react";
import type { Campaign } from "#src/messaging/campaigns/contract.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { Button, type ButtonProps } from "#ui/kit/button.tsx";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { StatusBadge } from "#ui/kit/status-badge.tsx";
import { formatLoaded, MoreButton, type Paged } from "#ui/shell/data/load-more.tsx";
import { formatCount } from "#ui/shell/format/plural.ts";
import { RelativeTime } from "#ui/shell/format/relative-time.tsx";

interface DraftsProps {
  drafts: readonly Campaign[];
  list: Paged;
  isAdmin: boolean;
  onApprove: (draft: Campaign) => void;
  /** An admin who deletes another user's draft rejects it. */
  onRemove: (draft: Campaign) => void;
  onEdit: (draft: Campaign) => void;
}

export function Drafts({ drafts, list, isAdmin, onApprove, onRemove, onEdit }: DraftsProps) {
  return (
    <section className="mb-7" aria-labelledby="drafts">
      <div className="sec">
        <h2 className="h2" id="drafts">
          {isAdmin ? "Pending Drafts" : "My Drafts"}
        </h2>
        <span className="chip num">{formatLoaded(drafts.length, list)}</span>
      </div>
      <div className="card">
        {drafts.map((draft) => (
          <DraftRow key={draft.id} draft={draft}>
            <IconButton
              icon={Pencil}
              label={`Edit Message of ${draft.name}`}
              data-tip="Edit Message"
              onClick={() => onEdit(draft)}
            />
            {isAdmin ? (
              <>
                <DraftButton variant="quiet" name={draft.name} onClick={() => onRemove(draft)}>
                  Reject
                </DraftButton>
                <DraftButton icon={Check} name={draft.name} onClick={() => onApprove(draft)}>
                  Approve
                </DraftButton>
              </>
            ) : (
              // Some of its texts may have been sent, so only an administrator deletes it.
              draft.totalRecipients === 0 && (
                <DraftButton variant="quiet" name={draft.name} onClick={() => onRemove(draft)}>
                  Delete
                </DraftButton>
              )
            )}
          </DraftRow>
        ))}
      </div>
      <MoreButton list={list} className="mx-auto mt-3" />
    </section>
  );
}

function DraftButton({ name, children, ...rest }: ButtonProps & { name: string }) {
  return (
    <Button {...rest} className="@max-[620px]/page:flex-1">
      {children}
      <span className="sr"> {name}</span>
    </Button>
  );
}

function DraftRow({ draft, children }: { draft: Campaign; children: ReactNode }) {
  const { name, message, author, userId, createdAt, segments, sentCount, totalRecipients } = draft;
  return (
    <article
      className="line-row py-3 @max-[620px]/page:flex-wrap @max-[620px]/page:items-start"
      aria-label={`Draft: ${name}`}
    >
      <Avatar id={userId} name={author} />
      <div className="flex-1 min-w-0">
        <div className="flex items-center gap-2 min-w-0 @max-[620px]/page:flex-wrap @max-[620px]/page:gap-y-0.5">
          <h3 className="h3 clip">{name}</h3>
          <StatusBadge status="draft" />
        </div>
        <p className="sm dim clip @max-[620px]/page:whitespace-normal">{message}</p>
        <p className="xs faint">
          {author}, <RelativeTime iso={createdAt} inline /> · {formatCount(segments, "segment")}
          {totalRecipients > 0 &&
            ` · ${sentCount.toLocaleString("en-US")} of ${totalRecipients.toLocaleString("en-US")} sent`}
        </p>
      </div>
      <div className="flex items-center gap-2 min-w-0 @max-[620px]/page:w-full @max-[620px]/page:pl-11">
        {children}
      </div>
    </article>
  );
}
