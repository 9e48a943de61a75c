import CircleAlert from "lucide-react/icons/circle-alert";
import Plus from "lucide-react/icons/plus";
import { memo, type RefObject, useId, useRef } from "react";
import { FIELD_LABELS, type MergeField } from "#src/calendar/automatic-texts/texts-contract.ts";
import { Chip } from "#ui/kit/chip.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { labelOf, readTemplate, splitTemplate, toTokenElement } from "./tokens.ts";

interface TokenBoxProps {
  /** The template at first. What is typed is reported, and doesn't come back as a value. */
  value: string;
  fields: readonly MergeField[];
  label?: string;
  /** Such as "Charged as 1 text, 25 characters left". */
  counter?: string;
  error: string | undefined;
  disabled?: boolean;
  onChange: (template: string) => void;
}

/** The wording, in which merge fields are tokens with their words, so that no one types braces. */
export function TokenBox(props: TokenBoxProps) {
  const { value, fields, label = "Wording", counter, error, disabled = false, onChange } = props;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const initial = useRef(value);
  const report = () => {
    if (box.current) onChange(readTemplate(box.current));
  };

  function insert(field: MergeField) {
    const { current } = box;
    if (!current) return;
    insertAtCaret(current, toTokenElement(`{${field}}`));
    report();
  }

  return (
    <div>
      <div className="mb-2 flex items-center gap-2">
        <span className="label" id={id}>
          {label}
        </span>
        {counter !== undefined && (
          <span className="xs faint num ml-auto" id={`${id}-count`}>
            {counter}
          </span>
        )}
      </div>
      <div className="token-box">
        <Editable
          box={box}
          initial={initial}
          labelledBy={id}
          describedBy={error ? `${id}-error` : counter && `${id}-count`}
          isInvalid={error !== undefined}
          disabled={disabled}
          onInput={report}
        />
        {!disabled && (
          <div className="flex flex-wrap items-center gap-1.5 px-2 pb-2">
            {fields.map((field) => (
              <Chip key={field} icon={Plus} onClick={() => insert(field)}>
                <span className="sr">Insert </span>
                {FIELD_LABELS[field]}
              </Chip>
            ))}
          </div>
        )}
      </div>
      {error && (
        <p className="err mt-1" id={`${id}-error`} role="alert">
          <Icon of={CircleAlert} size="s" />
          {error}
        </p>
      )}
    </div>
  );
}

interface EditableProps {
  box: RefObject<HTMLDivElement | null>;
  initial: RefObject<string>;
  labelledBy: string;
  describedBy: string | undefined;
  isInvalid: boolean;
  disabled: boolean;
  onInput: () => void;
}

/** The browser owns what is in it after the first paint, so it always has the same children for React. */
const Editable = memo(function Editable(props: EditableProps) {
  const { box, initial, labelledBy, describedBy, isInvalid, disabled, onInput } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a textarea can't contain tokens
    <div
      ref={box}
      role="textbox"
      tabIndex={0}
      aria-multiline="true"
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      aria-invalid={isInvalid || undefined}
      aria-readonly={disabled || undefined}
      contentEditable={disabled ? undefined : "plaintext-only"}
      suppressContentEditableWarning
      onInput={onInput}
    >
      {splitTemplate(initial.current).map((part, at) => {
        const label = labelOf(part);
        return label === undefined ? (
          part
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the first parts never change
          <span key={at} className="token" contentEditable={false} data-field={part}>
            {label}
          </span>
        );
      })}
    </div>
  );
});

function insertAtCaret(box: HTMLElement, token: HTMLElement): void {
  const selection = getSelection();
  const isInside = selection?.rangeCount && box.contains(selection.anchorNode);
  const range = isInside ? selection.getRangeAt(0) : document.createRange();
  if (!isInside) {
    range.selectNodeContents(box);
    range.collapse(false);
  }
  range.deleteContents();
  range.insertNode(token);
  box.focus();
  // The caret stands in a text after the token: at the end of the box some browsers show none.
  const after = token.nextSibling ?? box.appendChild(document.createTextNode(""));
  selection?.collapse(after, 0);
}
