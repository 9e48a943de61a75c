import { Button } from "#ui/kit/button.tsx";

interface SaveBarProps {
  /** The form's id, because the bar is outside the form. */
  form: string;
  saving: boolean;
  onDiscard: () => void;
}

const BAR =
  "sticky -bottom-6 z-2 -mx-6 mt-6 -mb-6 flex items-center gap-3 border-line border-t bg-surface px-6 py-3 phone:-bottom-4 phone:-mx-4 phone:mt-4 phone:-mb-4 phone:px-4 phone:*:[.btn]:flex-1";

export function SaveBar({ form, saving, onDiscard }: SaveBarProps) {
  return (
    <div className={BAR}>
      <span className="dot wait no-phone" />
      <span className="sm dim no-phone" role="status">
        Unsaved changes
      </span>
      <span className="grow no-phone" />
      <Button variant="quiet" disabled={saving} onClick={onDiscard}>
        Discard
      </Button>
      <Button type="submit" form={form} variant="primary" busy={saving && "Saving..."}>
        Save Settings
      </Button>
    </div>
  );
}
