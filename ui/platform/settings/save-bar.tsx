import { useEffect } from "react";
import { Button } from "#ui/kit/button.tsx";

interface SaveBarProps {
  /** The form's id, because the bar is outside the form. */
  form: string;
  saving: boolean;
  onDiscard: () => void;
}

/** Below the page instead of over it, so that it covers no field. */
export function SaveBar({ form, saving, onDiscard }: SaveBarProps) {
  // The page is shorter now: the field that is being typed in may be below its end.
  useEffect(() => {
    document.activeElement?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <div className="save-bar flex flex-none items-center gap-3 border-line border-t bg-surface px-6 py-3 phone:px-4 phone:*:[.btn]:flex-1">
      <span className="dot wait no-phone" />
      <span className="sm dim no-phone" role="status">
        Unsaved changes
      </span>
      <span className="flex-1 min-w-0 no-phone" />
      <Button variant="quiet" disabled={saving} onClick={onDiscard}>
        Discard
      </Button>
      <Button type="submit" form={form} variant="primary" busy={saving && "Saving..."}>
        Save Settings
      </Button>
    </div>
  );
}
