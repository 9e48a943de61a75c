import { useQuery } from "@tanstack/react-query";
import Pencil from "lucide-react/icons/pencil";
import Plus from "lucide-react/icons/plus";
import Trash2 from "lucide-react/icons/trash-2";
import { useState } from "react";
import { type Tag, tags } from "#src/clients/tags/contract.ts";
import { formatCount } from "#src/shared/format-count.ts";
import { useApi } from "#ui/api.ts";
import { NewTagDialog } from "#ui/clients/parts/new-tag-dialog.tsx";
import { tagsQuery } from "#ui/clients/parts/tag-queries.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#ui/kit/dialog.tsx";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { ActDialog } from "#ui/shell/data/act-dialog.tsx";

type Opened =
  | { readonly action: "new" }
  | { readonly action: "rename" | "remove"; readonly tag: Tag };

export function ManageTagsDialog({ onClose }: { onClose: () => void }) {
  const { data = [], isPending } = useQuery(tagsQuery(useApi()));
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);

  return (
    <>
      <Dialog onClose={onClose} title="Tags">
        <DialogBody className="-mx-2">
          {data.length === 0 && !isPending && (
            <p className="dim px-2">
              No tags yet. Use tags to group clients, such as brides or morning regulars.
            </p>
          )}
          <ul>
            {data.map((tag) => (
              <li key={tag.id} className="flex min-h-11 items-center gap-1 rounded-md px-2">
                <span className="h3 clip min-w-0">{tag.name}</span>
                <span className="sm faint num mr-auto flex-none pl-2">
                  {formatCount(tag.contactCount, "client")}
                </span>
                <IconButton
                  icon={Pencil}
                  label={`Rename ${tag.name}`}
                  data-tip="Rename"
                  onClick={() => setOpened({ action: "rename", tag })}
                />
                <IconButton
                  icon={Trash2}
                  label={`Delete ${tag.name}`}
                  data-tip="Delete"
                  onClick={() => setOpened({ action: "remove", tag })}
                />
              </li>
            ))}
          </ul>
        </DialogBody>
        <DialogFooter>
          <Button icon={Plus} className="mr-auto" onClick={() => setOpened({ action: "new" })}>
            New Tag
          </Button>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </DialogFooter>
      </Dialog>
      {opened && opened.action !== "remove" && (
        <NewTagDialog tag={opened.action === "rename" ? opened.tag : undefined} onClose={close} />
      )}
      {opened?.action === "remove" && <RemoveTag tag={opened.tag} onClose={close} />}
    </>
  );
}

function RemoveTag({ tag, onClose }: { tag: Tag; onClose: () => void }) {
  const consequence =
    tag.contactCount === 0
      ? "No clients have this tag."
      : `It will be removed from ${formatCount(tag.contactCount, "client")}. The clients stay.`;
  return (
    <ActDialog
      act={tags.remove}
      input={{ params: { id: tag.id } }}
      done="Tag deleted"
      busy="Deleting..."
      onClose={onClose}
      title="Delete Tag"
      description={`Are you sure you want to delete "${tag.name}"? ${consequence} This action cannot be undone.`}
      action="Delete"
    />
  );
}
