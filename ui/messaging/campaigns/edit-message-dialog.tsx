import { useForm, useWatch } from "react-hook-form";
import { type Campaign, campaigns } from "#src/messaging/campaigns/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#ui/kit/dialog.tsx";
import { Field } from "#ui/kit/field.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { resolverOf } from "#ui/shell/form/form.ts";
import type { SavedInputProps } from "./composed.ts";
import { MessageBox } from "./message-box.tsx";
import { OptOutNotice } from "./opt-out-notice.tsx";
import { UnicodeNotice } from "./unicode-notice.tsx";
import { useWording } from "./wording.ts";

interface EditMessageDialogProps extends SavedInputProps<string> {
  campaign: Campaign;
  /** The user is no admin, so an edit stops the campaign until it is approved again. */
  needsApproval: boolean;
}

const RETURNED = {
  title: "Message updated",
  description: "An administrator must approve it before more texts are sent.",
};

export function EditMessageDialog(props: EditMessageDialogProps) {
  const { campaign, needsApproval, saved, onClose } = props;
  const isDraft = campaign.status === "draft";

  const { register, handleSubmit, control, setValue, setError, formState } = useForm({
    resolver: resolverOf(campaigns.editMessage.body),
    defaultValues: { message: saved ?? campaign.message },
  });
  const message = useWatch({ control, name: "message" });
  const wording = useWording(message);
  const setMessage = (text: string) =>
    setValue("message", text, { shouldValidate: formState.isSubmitted });

  const edit = useAct(campaigns.editMessage, {
    done: (edited) => (isDraft ? "Draft updated" : edited.isDraft ? RETURNED : "Message updated"),
    onRefreshed: () => onClose(),
    errors: { setError },
  });

  return (
    <Dialog
      onClose={() => {
        if (!edit.isPending) onClose(message === campaign.message ? undefined : message);
      }}
      title="Edit Message"
      description={campaign.name}
    >
      <form
        noValidate
        onSubmit={handleSubmit((body) => edit.run({ params: { id: campaign.id }, body }))}
      >
        <DialogBody className="grid gap-3">
          <Field
            label="Message"
            error={formState.errors.message?.message}
            hint={
              isDraft
                ? undefined
                : needsApproval
                  ? "Saving stops this campaign until an administrator approves the new message."
                  : "Messages already sent won't change."
            }
          >
            <MessageBox field={register("message")} wording={wording} onMessage={setMessage} />
          </Field>
          <UnicodeNotice message={message} onReplace={setMessage} />
          <OptOutNotice message={message} wording={wording} onMessage={setMessage} />
        </DialogBody>
        <DialogFooter>
          <Button disabled={edit.isPending} onClick={() => onClose()}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={edit.isPending && "Saving..."}>
            Save
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
