import { useSignals } from "@preact/signals-react/runtime";
import ArrowUp from "lucide-react/icons/arrow-up";
import { type FormEvent, type KeyboardEvent, useRef } from "react";
import type { Conversation } from "#src/inbox/contract.ts";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { useDraft } from "./draft.ts";
import { LengthCounter, MOST_CHARACTERS } from "./length-counter.tsx";
import { firstNameOf } from "./names.ts";
import { useSend } from "./use-sending.ts";

const BOX =
  "rounded-xl border border-control bg-field pt-2.5 pr-2 pb-2 pl-3.5 focus-within:border-focus focus-within:shadow-[0_0_0_3px_var(--ring)] phone:flex phone:items-end phone:rounded-[24px] phone:py-1 phone:pr-1";
/** A second, invisible copy of the text gives the field its height: 6 lines at most. */
const GROWING =
  "grid max-h-[132px] min-w-0 overflow-hidden phone:max-h-[150px] phone:flex-1 after:invisible after:whitespace-pre-wrap after:wrap-anywhere after:leading-[22px] after:content-[attr(data-text)_'_'] after:[grid-area:1/1] phone:after:py-[9px] phone:after:text-h1 phone:after:leading-[22px]";
const FIELD =
  "max-h-[132px] resize-none overflow-auto bg-transparent leading-[22px] outline-none [grid-area:1/1] wrap-anywhere phone:max-h-[150px] phone:py-[9px] phone:text-h1 phone:leading-[22px]";

export function Composer({ conversation }: { conversation: Conversation }) {
  useSignals();
  const keeper = useDraft(conversation.id);
  const send = useSend(conversation.id, keeper);
  const field = useRef<HTMLTextAreaElement>(null);
  const { text, failed } = keeper.draft.value;
  const sendable = text.trim() !== "" && text.length <= MOST_CHARACTERS;

  function submit(event?: FormEvent) {
    event?.preventDefault();
    if (!sendable) return;
    const body = text.trim();
    keeper.write({ text: "" });
    send.mutate({ body, key: failed?.body === body ? failed.key : crypto.randomUUID() });
    field.current?.focus();
  }

  function press(event: KeyboardEvent) {
    if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      submit();
    }
  }

  return (
    <form
      onSubmit={submit}
      className="flex-none px-5 pt-2 pb-5 phone:px-2.5 phone:pt-1.5 phone:pb-[calc(10px+env(safe-area-inset-bottom))]"
    >
      <div className={BOX}>
        <div className={GROWING} data-text={text}>
          <textarea
            ref={field}
            rows={1}
            className={FIELD}
            aria-label="Message"
            placeholder={`Message ${firstNameOf(conversation.contact)}`}
            value={text}
            onChange={(event) =>
              keeper.write({ ...keeper.draft.peek(), text: event.currentTarget.value })
            }
            onKeyDown={press}
          />
        </div>
        <div className="flex items-center justify-end gap-2">
          <LengthCounter text={text} />
          <IconButton
            type="submit"
            variant="primary"
            icon={ArrowUp}
            label="Send"
            disabled={!sendable}
            className="phone:rounded-full"
          />
        </div>
      </div>
    </form>
  );
}
