import { useQuery } from "@tanstack/react-query";
import type { LucideIcon } from "lucide-react";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import type * as z from "zod/mini";
import { campaigns } from "#src/campaigns/contract.ts";
import { useCall } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { classes } from "#ui/kit/classes.ts";
import { Dialog, DialogBody, DialogFooter } from "#ui/kit/dialog.tsx";
import { Field } from "#ui/kit/field.tsx";
import { Input } from "#ui/kit/input.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { resolverOf } from "#ui/shell/form.ts";
import { shellSettingsQuery } from "#ui/shell/queries.ts";
import { CostSummary } from "./cost-summary.tsx";
import { MessageBox } from "./message-box.tsx";
import { type Client, PhonePreview } from "./phone-preview.tsx";
import { canReceive } from "./queries.ts";
import { RecipientPicker } from "./recipient-picker.tsx";
import { type Recipients, useRecipients } from "./recipients.ts";
import { UnicodeNotice } from "./unicode-notice.tsx";

export interface Composed {
  readonly name: string;
  readonly message: string;
  readonly contactIds: readonly number[];
}

interface ComposerProps {
  title: string;
  /** Said below the title. */
  description?: string | undefined;
  initial: Composed;
  /** A draft that is approved keeps its name. */
  named: boolean;
  /** Whoever writes a draft picks nobody. */
  picksRecipients: boolean;
  act: { words: string; busy: string; icon: LucideIcon };
  busy: boolean;
  /** Words of the server for name or message. */
  errors?: Readonly<Record<string, string>> | undefined;
  onSubmit: (composed: Composed) => void;
  onCancel: () => void;
  /** By Escape, the cross or a press outside: what was typed is handed over to be kept. */
  onDismiss: (composed: Composed) => void;
}

// The contract's own shape, which Endpoint knows only as some shape.
const TEXT = campaigns.create.body as z.ZodMiniType<unknown, { name: string; message: string }>;

export function Composer(props: ComposerProps) {
  const { initial, named, picksRecipients, act, busy, errors, onSubmit } = props;
  const toasts = useToasts();
  const recipients = useRecipients(initial.contactIds, picksRecipients);
  const { register, handleSubmit, control, setValue, formState } = useForm({
    resolver: resolverOf(TEXT),
    defaultValues: { name: initial.name, message: initial.message },
  });
  const [name, message] = useWatch({ control, name: ["name", "message"] });
  const composed = { name, message, contactIds: [...recipients.chosen] };

  const setMessage = (text: string) =>
    setValue("message", text, { shouldValidate: formState.isSubmitted });

  const submit = handleSubmit((text) => {
    if (picksRecipients && recipients.chosen.size === 0)
      toasts.show({
        title: "No contacts selected",
        description: "Please select at least one contact",
        kind: "destructive",
      });
    else onSubmit({ ...text, contactIds: composed.contactIds });
  });

  return (
    <Dialog
      open
      onOpenChange={(open) => open || busy || props.onDismiss(composed)}
      title={props.title}
      description={props.description}
      size="full"
      className={classes(picksRecipients && "h-180 phone:h-dvh")}
    >
      <form noValidate onSubmit={submit}>
        <DialogBody className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_348px] overflow-hidden p-0 phone:block phone:overflow-auto">
          <div className="flex min-h-0 flex-col gap-3.5 overflow-auto px-6 pt-4 phone:overflow-visible phone:px-4 phone:pt-3">
            {named && (
              <Field label="Name" error={formState.errors.name?.message ?? errors?.["name"]}>
                <Input {...register("name")} autoComplete="off" />
              </Field>
            )}
            <Field label="Message" error={formState.errors.message?.message ?? errors?.["message"]}>
              <MessageBox
                field={register("message")}
                message={message}
                onMessage={setMessage}
                rows={picksRecipients ? 3 : 6}
              />
            </Field>
            <UnicodeNotice message={message} onReplace={setMessage} />
            {picksRecipients ? (
              <RecipientPicker recipients={recipients} />
            ) : (
              <p className="sm dim mb-6">
                An administrator picks the recipients and approves it before anything is sent.
              </p>
            )}
          </div>
          <Look
            message={message}
            recipients={recipients}
            counted={picksRecipients ? recipients.chosen.size : undefined}
          />
        </DialogBody>
        <DialogFooter>
          <Button onClick={props.onCancel} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" icon={act.icon} busy={busy && act.busy}>
            {act.words}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

interface LookProps {
  message: string;
  recipients: Recipients;
  counted: number | undefined;
}

const SAMPLE: Client = { id: 0, name: "Alex Morgan", phoneNumber: "" };
const OFFERED = 8;

/** Chosen clients first, and those without a name last: they show least of the message. */
function worth(client: Client, chosen: ReadonlySet<number>): number {
  return (client.name === client.phoneNumber ? 0 : 2) + (chosen.has(client.id) ? 1 : 0);
}

/** What the client will see, and what it will cost. */
function Look({ message, recipients, counted }: LookProps) {
  const { data: settings } = useQuery(shellSettingsQuery(useCall()));
  const [clientId, setClientId] = useState<number>();
  const { rows = [], chosen } = recipients;

  const valid = rows.filter(canReceive);
  const offered = valid
    .toSorted((one, other) => worth(other, chosen) - worth(one, chosen))
    .slice(0, OFFERED);
  const client = valid.find(({ id }) => id === clientId) ?? offered[0] ?? SAMPLE;

  return (
    <aside
      className={classes(
        "flex flex-col gap-4 overflow-auto border-line border-l bg-sunken px-6 py-5",
        "phone:border-t phone:border-l-0 phone:p-4",
      )}
      aria-label="Preview and cost"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <PhonePreview
        businessName={settings?.businessName ?? ""}
        message={message}
        client={client}
        others={offered}
        onClient={setClientId}
      />
      {settings && <CostSummary settings={settings} message={message} recipients={counted} />}
    </aside>
  );
}
