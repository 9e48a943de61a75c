import { useQuery } from "@tanstack/react-query";
import type { LucideIcon } from "lucide-react";
import Moon from "lucide-react/icons/moon";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useEffect, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { campaigns } from "#src/messaging/campaigns/contract.ts";
import { formatCount } from "#src/shared/format-count.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { joinWords } from "#src/shared/join-words.ts";
import { hasFields } from "#src/shared/merge-fields.ts";
import { campaignCost } from "#src/shared/money.ts";
import { useApi } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { classes } from "#ui/kit/classes.ts";
import { Dialog, DialogBody, DialogFooter } from "#ui/kit/dialog.tsx";
import { Field } from "#ui/kit/field.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { Input } from "#ui/kit/input.tsx";
import { Note } from "#ui/kit/notice.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { TextingMissing } from "#ui/messaging/parts/texting-missing.tsx";
import { shellSettingsQuery } from "#ui/shell/data/queries.ts";
import { resolverOf } from "#ui/shell/form/form.ts";
import { CheckSwitch } from "./check-switch.tsx";
import type { Composed } from "./composed.ts";
import { ComposerLook } from "./composer-look.tsx";
import { isLargeSend, LargeSendDialog } from "./large-send-dialog.tsx";
import { MessageBox } from "./message-box.tsx";
import { lacksNotice, OptOutNotice, UnknownFieldNotice } from "./opt-out-notice.tsx";
import { FilledMessage } from "./phone-frame.tsx";
import { previewClient } from "./preview-client.ts";
import { composingQuery } from "./queries.ts";
import { formatSegmentCost, formatTotal, microsOf } from "./rates.ts";
import { RecipientPicker } from "./recipient-picker.tsx";
import { useRecipients } from "./recipients.ts";
import { UnicodeNotice } from "./unicode-notice.tsx";
import { useHold } from "./use-hold.ts";
import { ScheduleChoice } from "./when-fields.tsx";
import { useWording } from "./wording.ts";

interface ComposerProps {
  title: string;
  description?: string | undefined;
  initial: Composed;
  /** Replaces the message that is shown, because another user changed it. */
  newMessage?: string | undefined;
  /** A draft that is approved keeps its name. */
  named: boolean;
  /** Drafts have no recipients until they are approved. */
  picksRecipients: boolean;
  recipientsNote?: string | undefined;
  /** `scheduled` replaces the label once a time is chosen. */
  action: { label: string; scheduled?: string; busy: string; icon: LucideIcon };
  busy: boolean;
  errors?: Readonly<Record<string, string>> | undefined;
  onSubmit: (composed: Composed) => void;
  onCancel: () => void;
  /** Closed with Escape, the close button or a click outside; receives the input so that it can be kept. */
  onDismiss: (composed: Composed) => void;
}

const PICKED_LATER =
  "An administrator will choose recipients and approve it before anything is sent.";
const BODY =
  "grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_348px] overflow-hidden p-0 max-[860px]:block max-[860px]:overflow-auto";
const LEFT =
  "flex min-h-0 flex-col gap-3.5 overflow-auto px-6 pt-4 max-[860px]:overflow-visible phone:px-4 phone:pt-3";
/** Fades what continues below. */
const FADE =
  "pointer-events-none sticky bottom-0 -mt-8 h-8 flex-none bg-linear-to-t from-overlay max-[860px]:hidden";

export function Composer(props: ComposerProps) {
  const { initial, newMessage, named, picksRecipients, action, busy, errors, onSubmit } = props;
  const toasts = useToasts();
  const { data: settings } = useQuery(shellSettingsQuery(useApi()));
  const recipients = useRecipients(initial, picksRecipients);
  const [scheduledFor, setScheduledFor] = useState(initial.scheduledFor);
  const [confirming, setConfirming] = useState<Composed>();
  const [skipCheck, setSkipCheck] = useState(initial.skipCheck);
  const { register, handleSubmit, control, setValue, formState } = useForm({
    resolver: resolverOf(campaigns.create.body),
    defaultValues: { name: initial.name, message: initial.message },
  });
  const [name, message] = useWatch({ control, name: ["name", "message"] });
  const wording = useWording(message);
  const hold = useHold(scheduledFor, picksRecipients);
  const isIncomplete = lacksNotice(wording);
  const { choice, includeAsked } = recipients;
  const isLarge = isLargeSend(recipients.count, recipients.valid ?? 0);
  const composed = { name, message, choice, includeAsked, scheduledFor, skipCheck };

  const setMessage = (text: string) =>
    setValue("message", text, { shouldValidate: formState.isSubmitted });

  useEffect(() => {
    if (newMessage !== undefined) setValue("message", newMessage);
  }, [newMessage, setValue]);

  const submit = handleSubmit((text) => {
    if (picksRecipients && recipients.count === 0)
      toasts.error("No contacts selected", "Please select at least one contact");
    else if (picksRecipients && (isLarge || hold !== undefined || isIncomplete))
      setConfirming({ ...composed, ...text });
    else onSubmit({ ...composed, ...text });
  });
  const missing = [
    named && name.trim() === "" && "enter a name",
    message.trim() === "" && "write a message",
    picksRecipients && recipients.count === 0 && "choose clients",
  ].filter((step) => step !== false);
  const toDo = joinWords(missing).replace(/^./, (letter) => letter.toUpperCase());
  const first = previewClient(recipients);
  const { segments } = wording.longest;
  const segmentCost = microsOf(settings?.costPerSegment ?? "0");
  const cost = campaignCost(segments, segmentCost, recipients.count);

  return (
    <Dialog
      onClose={() => busy || props.onDismiss(composed)}
      title={props.title}
      description={props.description}
      size="full"
      className={classes(picksRecipients && "h-240 max-[860px]:h-full phone:h-dvh")}
    >
      <form noValidate onSubmit={submit}>
        <DialogBody className={BODY}>
          <div className={LEFT}>
            <TextingMissing />
            {named && (
              <Field label="Name" error={formState.errors.name?.message ?? errors?.["name"]}>
                <Input {...register("name")} autoComplete="off" />
              </Field>
            )}
            <Field label="Message" error={formState.errors.message?.message ?? errors?.["message"]}>
              <MessageBox field={register("message")} wording={wording} onMessage={setMessage} />
            </Field>
            {hasFields(message) && (
              // The phone beside it shows the same.
              <p className="xs dim -mt-2 line-clamp-2 wrap-anywhere min-[860px]:hidden">
                {formatPhone(first.name)} reads: <FilledMessage message={message} client={first} />
              </p>
            )}
            <UnicodeNotice message={message} onReplace={setMessage} />
            <UnknownFieldNotice message={message} />
            <OptOutNotice message={message} wording={wording} onMessage={setMessage} />
            <RegistrationNotice />
            {picksRecipients ? (
              <>
                <RecipientPicker recipients={recipients} />
                <ScheduleChoice
                  value={scheduledFor}
                  onValueChange={setScheduledFor}
                  error={errors?.["scheduledFor"]}
                />
                <CheckSwitch
                  checked={!skipCheck}
                  onChange={(checked) => setSkipCheck(!checked)}
                  lineTypes={settings?.lineTypeLookups === true}
                />
              </>
            ) : (
              <p className="sm dim mb-6">{props.recipientsNote ?? PICKED_LATER}</p>
            )}
            <div className={FADE} />
          </div>
          <ComposerLook
            wording={wording}
            recipients={recipients}
            counted={picksRecipients ? recipients.count : undefined}
          />
        </DialogBody>
        <DialogFooter className="flex-wrap">
          <div className="xs num mr-auto grid gap-0.5 phone:w-full">
            <p role="status" className="wait flex items-center gap-1.5 empty:hidden">
              {hold && <Icon of={Moon} size="s" />}
              {hold}
            </p>
            <p className="dim" id="to-do">
              {toDo || `${formatSegmentCost(campaignCost(segments, segmentCost, 1))} per client`}
            </p>
          </div>
          <Button onClick={props.onCancel} disabled={busy}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="primary"
            icon={action.icon}
            // A press still says what is missing.
            aria-disabled={missing.length > 0}
            aria-describedby="to-do"
            className="phone:grow-[3]"
            busy={busy && action.busy}
          >
            {scheduledFor === null ? action.label : (action.scheduled ?? action.label)}
            {picksRecipients && recipients.count > 0 && (
              <span className="num ml-0.5 border-current/40 border-l pl-2 font-normal">
                {formatCount(recipients.count, "client")}, {formatTotal(cost)}
              </span>
            )}
          </Button>
        </DialogFooter>
      </form>
      {confirming && (
        <LargeSendDialog
          count={recipients.count}
          cost={cost}
          scheduledFor={scheduledFor}
          hold={hold}
          message={wording.text}
          client={first}
          onConfirm={() => {
            setConfirming(undefined);
            onSubmit(confirming);
          }}
          onClose={() => setConfirming(undefined)}
        >
          {isIncomplete && (
            <div className="mt-4">
              <OptOutNotice
                tone="wait"
                message={message}
                wording={wording}
                onMessage={(text) => {
                  setMessage(text);
                  setConfirming({ ...confirming, message: text });
                }}
              />
            </div>
          )}
        </LargeSendDialog>
      )}
    </Dialog>
  );
}

/** Warns before texts to US numbers from a number that carriers haven't approved. */
function RegistrationNotice() {
  const { data } = useQuery(composingQuery(useApi()));
  if (!data?.registrationWarning) return null;
  return (
    <Note tone="wait" icon={TriangleAlert}>
      {data.registrationWarning}
    </Note>
  );
}
