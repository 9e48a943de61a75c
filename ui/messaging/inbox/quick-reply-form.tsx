import { useState } from "react";
import { type QuickReply, quickReplies } from "#src/messaging/quick-replies/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { DialogBody, DialogFooter } from "#ui/kit/dialog.tsx";
import { Field } from "#ui/kit/field.tsx";
import { Input } from "#ui/kit/input.tsx";
import { Textarea } from "#ui/kit/textarea.tsx";
import { useAct } from "#ui/shell/data/act.ts";

interface QuickReplyFormProps {
  reply: QuickReply | undefined;
  onClose: () => void;
}

export function QuickReplyForm({ reply, onClose }: QuickReplyFormProps) {
  const [title, setTitle] = useState(reply?.title ?? "");
  const [body, setBody] = useState(reply?.body ?? "");
  const options = { onRefreshed: onClose, errors: "inline" };
  const create = useAct(quickReplies.create, options);
  const change = useAct(quickReplies.change, options);
  const { isPending, fieldErrors: errors, errorMessage } = reply ? change : create;
  const other = Object.keys(errors).length === 0 ? errorMessage : undefined;

  function save() {
    if (isPending) return;
    if (reply) change.run({ params: { id: reply.id }, body: { title, body } });
    else create.run({ body: { title, body } });
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <DialogBody className="grid gap-4">
        <Field label="Title" error={errors["title"]}>
          <Input
            maxLength={60}
            value={title}
            onChange={({ currentTarget }) => setTitle(currentTarget.value)}
          />
        </Field>
        <Field
          label="Text"
          hint="{firstName|there} becomes the client's first name, or “there” where it is not known."
          error={errors["body"] ?? other}
        >
          <Textarea
            rows={5}
            maxLength={1600}
            value={body}
            onChange={({ currentTarget }) => setBody(currentTarget.value)}
          />
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
