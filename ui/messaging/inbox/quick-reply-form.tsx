import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type QuickReply, quickReplies } from "#src/messaging/quick-replies/contract.ts";
import { ApiError, useApi, wordsOf } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { DialogBody, DialogFooter } from "#ui/kit/dialog.tsx";
import { Field } from "#ui/kit/field.tsx";
import { Input } from "#ui/kit/input.tsx";
import { Textarea } from "#ui/kit/textarea.tsx";
import { refresh } from "#ui/shell/data/read.ts";

interface QuickReplyFormProps {
  reply: QuickReply | undefined;
  onClose: () => void;
}

export function QuickReplyForm({ reply, onClose }: QuickReplyFormProps) {
  const api = useApi();
  const client = useQueryClient();
  const [title, setTitle] = useState(reply?.title ?? "");
  const [body, setBody] = useState(reply?.body ?? "");
  const save = useMutation({
    mutationFn: () =>
      reply
        ? api(quickReplies.change, { params: { id: reply.id }, body: { title, body } })
        : api(quickReplies.create, { body: { title, body } }),
    async onSuccess() {
      await refresh(client, "quick-replies");
      onClose();
    },
  });
  const errors = save.error instanceof ApiError ? save.error.errors : {};
  const other = save.error && Object.keys(errors).length === 0 ? wordsOf(save.error) : undefined;

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!save.isPending) save.mutate();
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
        <Button type="submit" variant="primary" busy={save.isPending && "Saving..."}>
          Save
        </Button>
      </DialogFooter>
    </form>
  );
}
