import { useSignals } from "@preact/signals-react/runtime";
import ArrowUp from "lucide-react/icons/arrow-up";
import ImagePlus from "lucide-react/icons/image-plus";
import MessageSquareQuote from "lucide-react/icons/message-square-quote";
import Users from "lucide-react/icons/users";
import {
  type FormEvent,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import { type Conversation, MAX_CHARACTERS, type Presence } from "#src/messaging/inbox/contract.ts";
import { classes } from "#ui/kit/classes.ts";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { useLazy } from "#ui/kit/lazy.ts";
import { Note } from "#ui/kit/notice.tsx";
import { useUiState } from "#ui/ui-state.ts";
import { useDraft } from "./draft.ts";
import { chosenPictures, lengthCounter, quickReplyList, quickReplyManager } from "./lazy.ts";
import { firstNameOf } from "./names.ts";
import { usePictures } from "./pictures.ts";
import { nameOfColleague, usePresence, useReplyHint, useTypingSignal } from "./presence.ts";
import { parseQuickReplySearch, useQuickReplies } from "./quick-replies.ts";
import { useFileDrop } from "./use-file-drop.ts";
import { useToNewest } from "./use-scroll-to-newest.ts";
import { useSend } from "./use-sending.ts";

const BOX =
  "rounded-xl border border-control bg-field pt-2.5 pr-2 pb-2 pl-3.5 focus-within:border-focus focus-within:shadow-[0_0_0_3px_var(--ring)] phone:rounded-[24px] phone:py-1 phone:pr-1";
/** An invisible copy of the text sizes the field, up to 6 lines. */
const GROWING =
  "grid max-h-[132px] min-w-0 overflow-hidden phone:max-h-[150px] phone:flex-1 after:invisible after:whitespace-pre-wrap after:wrap-anywhere after:leading-[22px] after:content-[attr(data-text)_'_'] after:[grid-area:1/1] phone:after:py-[9px] phone:after:text-lead phone:after:leading-[22px]";
const FIELD =
  "max-h-[132px] resize-none overflow-auto bg-transparent leading-[22px] outline-none [grid-area:1/1] wrap-anywhere phone:max-h-[150px] phone:py-[9px] phone:text-lead phone:leading-[22px]";

interface ComposerProps {
  conversation: Conversation;
  /** True once if the conversation was opened to write. */
  takeFocus: (id: number) => boolean;
}

export function Composer({ conversation, takeFocus }: ComposerProps) {
  useSignals();
  const draftKeeper = useDraft(conversation.id);
  const send = useSend(conversation.id, draftKeeper);
  const pictures = usePictures(draftKeeper);
  const drop = useFileDrop(pictures.add);
  const toNewest = useToNewest(conversation.id);
  const signalTyping = useTypingSignal(conversation.id);
  const presence = usePresence(conversation.id);
  const field = useRef<HTMLTextAreaElement>(null);
  const { booking, paying } = useUiState();
  const isAway = Boolean(booking.value ?? paying.value);
  // With the keyboard, j and k go on through the list. After a dialog, the reply goes on. A touchscreen's keyboard would
  // cover what the client wrote.
  const isForWriting = useEffectEvent(
    () =>
      takeFocus(conversation.id) ||
      document.activeElement?.matches("[aria-current]:not(:focus-visible)"),
  );
  useEffect(() => {
    if (isAway) return () => focusIfFine(field.current);
    if (isForWriting()) focusIfFine(field.current);
    return undefined;
  }, [isAway]);
  const [listOpen, setListOpen] = useState<"by-button" | "never" | undefined>("never");
  /** Send was pressed once after a colleague's reply. */
  const [isWarned, setWarned] = useState(false);
  const [managing, setManaging] = useState(false);
  const Manager = useLazy(managing, quickReplyManager, () => setManaging(false));

  const { text, failed, pictures: chosen } = draftKeeper.draft.value;
  const Counter = useLazy(true, lengthCounter);
  const Pictures = useLazy(chosen.length > 0, chosenPictures);
  const uploaded = chosen.flatMap(({ media }) => media ?? []);
  const hint = useReplyHint(presence?.replied, text.trim() !== "" || chosen.length > 0);
  const sendable =
    (text.trim() !== "" || chosen.length > 0) &&
    uploaded.length === chosen.length &&
    text.length <= MAX_CHARACTERS;

  const slash = listOpen === "never" ? undefined : parseQuickReplySearch(text);
  const quick = useQuickReplies({
    contact: conversation.contact,
    search: listOpen === "by-button" ? "" : slash,
    onClose: () => setListOpen("never"),
    onInsert(filled) {
      const before = parseQuickReplySearch(text) === undefined ? text : "";
      write(before.trim() === "" ? filled : `${before.trimEnd()} ${filled}`);
      field.current?.focus();
    },
  });

  // Its keys are handled before its code is loaded.
  const QuickReplyList = useLazy(quick.open, quickReplyList, () => setListOpen("never"));

  function write(next: string) {
    draftKeeper.write({ ...draftKeeper.draft.peek(), text: next });
    setListOpen(undefined);
    if (next.trim() !== "") signalTyping();
  }

  function submit(event?: FormEvent) {
    event?.preventDefault();
    if (!sendable) return;
    if (hint && !isWarned) {
      setWarned(true);
      return;
    }
    setWarned(false);
    const body = text.trim();
    draftKeeper.clear();
    toNewest();
    send.mutate({
      body,
      pictures: chosen,
      key: failed?.body === body ? failed.key : crypto.randomUUID(),
    });
    field.current?.focus();
  }

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (quick.press(event.key)) {
      event.preventDefault();
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      submit();
    }
  }

  return (
    <>
      <form
        onSubmit={submit}
        {...drop.handlers}
        className="composer relative flex-none px-5 pt-2 pb-5 phone:px-2.5 phone:pt-1.5 phone:pb-[calc(10px+env(safe-area-inset-bottom))]"
      >
        <TypingLine presence={presence} />
        {hint && (
          <Note tone="wait" icon={Users} role="alert" className="mb-2">
            {hint} has just replied.{" "}
            {isWarned
              ? "Press Send Again to send yours as well."
              : "Read it before you send yours."}
          </Note>
        )}
        {QuickReplyList && quick.open && (
          <QuickReplyList
            list={quick.list}
            onManage={() => {
              setListOpen("never");
              setManaging(true);
            }}
          />
        )}
        <div className={classes(BOX, drop.over && "border-focus shadow-[0_0_0_3px_var(--ring)]")}>
          {Pictures && <Pictures pictures={chosen} onRemove={pictures.remove} />}
          <div className="phone:flex phone:items-end">
            <div className={GROWING} data-text={text}>
              <textarea
                ref={field}
                rows={1}
                className={FIELD}
                aria-label="Message"
                placeholder={`Message ${firstNameOf(conversation.contact)}`}
                value={text}
                {...quick.field}
                onChange={(event) => write(event.currentTarget.value)}
                onBlur={draftKeeper.flush}
                onKeyDown={press}
              />
            </div>
            <div className="relative flex items-center gap-2 phone:gap-0">
              <div className="-ml-1.5 flex flex-1 min-w-0 gap-1 phone:ml-0 phone:gap-0">
                <IconButton
                  icon={MessageSquareQuote}
                  label="Quick Replies"
                  aria-expanded={quick.open}
                  onClick={() => {
                    setListOpen(quick.open ? "never" : "by-button");
                    field.current?.focus();
                  }}
                />
                <PictureButton onFiles={pictures.add} />
              </div>
              {Counter && <Counter text={text} pictures={chosen.length} />}
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
        </div>
      </form>
      {Manager && managing && <Manager onClose={() => setManaging(false)} />}
    </>
  );
}

function focusIfFine(field: HTMLElement | null): void {
  if (matchMedia("(pointer: fine)").matches) field?.focus({ preventScroll: true });
}

/** "Maya is replying…", overlaid above the composer so that nothing moves. */
function TypingLine({ presence }: { presence: Presence | undefined }) {
  const names = presence?.typing.map(nameOfColleague) ?? [];
  return (
    <p
      className="xs dim pointer-events-none absolute bottom-full left-6 max-w-[80%] rounded-t-md bg-surface px-2 phone:left-4"
      role="status"
    >
      {names.length > 0 && (
        <span className="clip block py-1">
          {names.join(" and ")} {names.length === 1 ? "is" : "are"} replying…
        </span>
      )}
    </p>
  );
}

function PictureButton({ onFiles }: { onFiles: (files: Iterable<File>) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton icon={ImagePlus} label="Add pictures" onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        multiple
        accept="image/jpeg,image/png,image/gif,image/webp"
        className="hidden"
        tabIndex={-1}
        aria-label="Pictures"
        onChange={({ currentTarget }) => {
          onFiles(currentTarget.files ?? []);
          // Cleared, so that choosing the same file again is a change.
          currentTarget.value = "";
        }}
      />
    </>
  );
}
