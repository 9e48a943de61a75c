import { Button } from "#ui/kit/button.tsx";
import { Field } from "#ui/kit/field.tsx";
import { Textarea } from "#ui/kit/textarea.tsx";

interface NoteFormProps {
  label: string;
  action: string;
  body: string;
  onBody: (body: string) => void;
  busy: boolean;
  error: string | undefined;
  onSave: () => void;
  onCancel: () => void;
}

export function NoteForm(props: NoteFormProps) {
  const { label, action, body, onBody, busy, error, onSave, onCancel } = props;
  const blank = body.trim() === "";
  return (
    <form
      className="grid gap-2 pb-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!blank && !busy) onSave();
      }}
    >
      <Field label={label} error={error}>
        <Textarea
          rows={2}
          autoFocus
          maxLength={4000}
          placeholder="Only the team sees it"
          value={body}
          onChange={({ currentTarget }) => onBody(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey))
              event.currentTarget.form?.requestSubmit();
            // The first Escape of an input method closes its suggestions.
            if (event.key === "Escape" && !event.nativeEvent.isComposing) onCancel();
          }}
        />
      </Field>
      <div className="flex items-center min-w-0 justify-end gap-2">
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" disabled={blank} busy={busy && "Saving..."}>
          {action}
        </Button>
      </div>
    </form>
  );
}
