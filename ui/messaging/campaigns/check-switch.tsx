import { Switch } from "#ui/kit/switch.tsx";

interface CheckSwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** The paid line-type lookup is enabled in the settings. */
  lineTypes: boolean;
}

/** What Twilio charges for one line-type lookup. */
const LOOKUP_PRICE = "$0.008";

export function CheckSwitch({ checked, onChange, lineTypes }: CheckSwitchProps) {
  return (
    <div className="mb-4 flex-none">
      <Switch
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
        aria-describedby="check-hint"
      >
        <span className="sm">Check deliverability before sending</span>
      </Switch>
      <p id="check-hint" className="hint ml-10">
        {checkHint(checked, lineTypes)}
      </p>
    </div>
  );
}

function checkHint(checked: boolean, lineTypes: boolean): string {
  if (!checked) return "You'll also pay for texts to landlines and dead numbers.";
  return lineTypes
    ? `We'll skip numbers that can't receive texts. Each new number costs ${LOOKUP_PRICE} to check.`
    : "We'll skip numbers that can't receive texts.";
}
