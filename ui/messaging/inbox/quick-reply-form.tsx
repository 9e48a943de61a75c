import { useForm } from "react-hook-form";
import { type QuickReply, quickReplies } from "#src/messaging/quick-replies/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { DialogBody, DialogFooter } from "#ui/kit/dialog.tsx";
import { Field } from "#ui/kit/field.tsx";
import { Input } from "#ui/kit/input.tsx";
import { Textarea } from "#ui/kit/textarea.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { resolverOf } from "#ui/shell/form/form.ts";

interface QuickReplyFormProps {
  reply: QuickReply | undefined;
  onClose: () => void;
}

export function QuickReplyForm({ reply, onClose }: QuickReplyFormProps) {
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
