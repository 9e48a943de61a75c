import type { Employee } from "#src/calendar/employees/contract.ts";
import { MoneyInput } from "#ui/billing/parts/money-input.tsx";
import { Checkbox } from "#ui/kit/checkbox.tsx";
import { Input } from "#ui/kit/input.tsx";

export interface OverrideDraft {
  readonly employeeId: number;
  /** Empty for the service's own. */
  readonly minutes: string;
  readonly price: string;
}

/** Numbers are as typed. */
interface PerformersDraft {
  readonly minutes: string;
  readonly price: string;
  /** Null for everyone. */
  readonly employeeIds: readonly number[] | null;
  readonly overrides: readonly OverrideDraft[];
}

interface PerformersProps {
  employees: readonly Employee[];
  draft: PerformersDraft;
  onChange: (changes: Partial<PerformersDraft>) => void;
}

/** The employees who perform a service, each optionally with a different duration and price. */
export function Performers({ employees, draft, onChange }: PerformersProps) {
  const performs = (id: number) => draft.employeeIds?.includes(id) ?? true;
  function toggle(id: number) {
    const before = draft.employeeIds ?? employees.map((one) => one.id);
    const after = performs(id) ? before.filter((one) => one !== id) : [...before, id];
    onChange({ employeeIds: after.length === employees.length ? null : after });
  }
  function override(employeeId: number, changes: Partial<OverrideDraft>) {
    const own = { ...ownOf(draft, employeeId), ...changes };
    onChange({
      overrides: [...draft.overrides.filter((one) => one.employeeId !== employeeId), own],
    });
  }
  return (
    <fieldset className="grid gap-2">
      <legend className="h3 mb-2">Performed by</legend>
      {employees.map(({ id, name }) => (
        <div key={id} className="flex items-center gap-2 min-w-0 flex-wrap">
          <span className="min-w-36 flex-1">
            <Checkbox checked={performs(id)} onChange={() => toggle(id)}>
              {name}
            </Checkbox>
          </span>
          {performs(id) && (
            <>
              <Input
                className="num w-24"
                inputMode="numeric"
                placeholder={`${draft.minutes} min`}
                aria-label={`${name}: minutes`}
                value={ownOf(draft, id).minutes}
                onValueChange={(minutes) => override(id, { minutes })}
              />
              <MoneyInput
                className="num w-24"
                placeholder={draft.price || "Price"}
                aria-label={`${name}: price`}
                value={ownOf(draft, id).price}
                onValueChange={(price) => override(id, { price })}
              />
            </>
          )}
        </div>
      ))}
    </fieldset>
  );
}

function ownOf({ overrides }: PerformersDraft, employeeId: number): OverrideDraft {
  const own = overrides.find((one) => one.employeeId === employeeId);
  return own ?? { employeeId, minutes: "", price: "" };
}
