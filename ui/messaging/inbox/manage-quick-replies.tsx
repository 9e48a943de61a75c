import { useQuery } from "@tanstack/react-query";
import ChevronDown from "lucide-react/icons/chevron-down";
import ChevronUp from "lucide-react/icons/chevron-up";
import MessageSquareQuote from "lucide-react/icons/message-square-quote";
import Pencil from "lucide-react/icons/pencil";
import Plus from "lucide-react/icons/plus";
import Trash2 from "lucide-react/icons/trash-2";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { type QuickReply, quickReplies } from "#src/messaging/quick-replies/contract.ts";
import { useApi } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#ui/kit/dialog.tsx";
import { EmptyState } from "#ui/kit/empty-state.tsx";
import { Field } from "#ui/kit/field.tsx";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { Input } from "#ui/kit/input.tsx";
import { Textarea } from "#ui/kit/textarea.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { ActDialog } from "#ui/shell/data/act-dialog.tsx";
import { resolverOf } from "#ui/shell/form/form.ts";
import { quickRepliesQuery } from "./quick-replies.ts";

export function ManageQuickReplies({ onClose }: { onClose: () => void }) {
  const { data = [], isPending } = useQuery(quickRepliesQuery(useApi()));
  const [editing, setEditing] = useState<QuickReply | "new">();
  const [removing, setRemoving] = useState<QuickReply>();

  return (
    <>
      <Dialog
        onClose={onClose}
        title="Quick Replies"
        description="Type / in a message to use one. We fill in {firstName|there} and {name}."
        size="wide"
      >
        {editing ? (
          <QuickReplyForm
            reply={editing === "new" ? undefined : editing}
            onClose={() => setEditing(undefined)}
          />
        ) : (
          <>
            <DialogBody>
              {data.length === 0 && !isPending && (
                <EmptyState
                  icon={MessageSquareQuote}
                  level={3}
                  title="Save the replies you send every day"
                />
              )}
              <ul>
                {data.map((reply, at) => (
                  <Row
                    key={reply.id}
                    reply={reply}
                    at={at}
                    last={data.length - 1}
                    onEdit={() => setEditing(reply)}
                    onRemove={() => setRemoving(reply)}
                  />
                ))}
              </ul>
            </DialogBody>
            <DialogFooter>
              <Button onClick={onClose}>Close</Button>
              <Button variant="primary" icon={Plus} onClick={() => setEditing("new")}>
                New Quick Reply
              </Button>
            </DialogFooter>
          </>
        )}
      </Dialog>
      {removing && (
        <ActDialog
          act={quickReplies.remove}
          input={{ params: { id: removing.id } }}
          done="Quick reply deleted"
          busy="Deleting..."
          onClose={() => setRemoving(undefined)}
          title="Delete Quick Reply"
          description={`Are you sure you want to delete "${removing.title}"? This action cannot be undone.`}
          action="Delete"
        />
      )}
    </>
  );
}

interface RowProps {
  reply: QuickReply;
  at: number;
  last: number;
  onEdit: () => void;
  onRemove: () => void;
}

function Row({ reply: { id, title, body }, at, last, onEdit, onRemove }: RowProps) {
  const change = useAct(quickReplies.change, { errors: "inline" });
  const move = (place: number) => change.run({ params: { id }, body: { place } });
  return (
    <li className="flex items-center gap-2 border-line border-b py-2 last:border-0">
      <div className="flex-1 min-w-0">
        <p className="clip font-label">{title}</p>
        <p className="clip sm dim">{body}</p>
      </div>
      <IconButton
        icon={ChevronUp}
        size="tiny"
        label={`Move ${title} up`}
        disabled={at === 0}
        onClick={() => move(at - 1)}
      />
      <IconButton
        icon={ChevronDown}
        size="tiny"
        label={`Move ${title} down`}
        disabled={at === last}
        onClick={() => move(at + 1)}
      />
      <IconButton icon={Pencil} size="tiny" label={`Edit ${title}`} onClick={onEdit} />
      <IconButton icon={Trash2} size="tiny" label={`Delete ${title}`} onClick={onRemove} />
    </li>
  );
}

interface QuickReplyFormProps {
  reply: QuickReply | undefined;
  onClose: () => void;
}

function QuickReplyForm({ reply, onClose }: QuickReplyFormProps) {
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: resolverOf(quickReplies.create.body),
    defaultValues: { title: reply?.title ?? "", body: reply?.body ?? "" },
  });
  const { errors } = formState;
  const options = { onRefreshed: onClose, errors: { setError } };
  const create = useAct(quickReplies.create, options);
  const change = useAct(quickReplies.change, options);
  const isPending = create.isPending || change.isPending;
  const save = handleSubmit((body) => {
    if (reply) change.run({ params: { id: reply.id }, body });
    else create.run({ body });
  });

  return (
    <form noValidate onSubmit={(event) => (isPending ? event.preventDefault() : void save(event))}>
      <DialogBody className="grid gap-4">
        <Field label="Title" error={errors.title?.message}>
          <Input maxLength={60} {...register("title")} />
        </Field>
        <Field
          label="Text"
          hint="{firstName|there} becomes the client's first name, or “there” if we don't know it."
          error={errors.body?.message}
        >
          <Textarea rows={5} maxLength={1600} {...register("body")} />
        </Field>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={isPending && "Saving..."}>
          Save
        </Button>
      </DialogFooter>
    </form>
  );
}
