import type { Employee } from "#src/calendar/employees/contract.ts";
import { GRANTABLE_PAGES, type Page } from "#src/shared/permissions.ts";
import { Button } from "#ui/kit/button.tsx";
import { Checkbox } from "#ui/kit/checkbox.tsx";
import { Chip } from "#ui/kit/chip.tsx";
import { Switch } from "#ui/kit/switch.tsx";
import { type PermissionChoice, withPage } from "./permission-choice.ts";

interface PermissionFieldsProps {
  choice: PermissionChoice;
  /** Undefined while they load. */
  employees: readonly Employee[] | undefined;
  onChange: (next: PermissionChoice) => void;
}

const GRID = "grid grid-cols-2 gap-x-4 gap-y-2 phone:grid-cols-1 phone:gap-y-0";

export function PermissionFields({ choice, employees, onChange }: PermissionFieldsProps) {
  return (
    <div className="flex flex-col gap-5">
      <div className="flex items-center gap-2 min-w-0 flex-wrap">
        <span className="sm dim">Start with</span>
        {PRESETS.map((preset) => (
          <Chip key={preset.name} onClick={() => onChange(withPreset(choice, preset))}>
            {preset.name}
          </Chip>
        ))}
      </div>
      <fieldset>
        <legend className="h3 mb-2">Pages</legend>
        <div className={GRID}>
          {GRANTABLE_PAGES.map(({ path, title }) => (
            <Checkbox
              key={path}
              checked={choice.pages.includes(path)}
              onChange={({ currentTarget: { checked } }) =>
                onChange({ ...choice, pages: withPage(choice.pages, path, checked) })
              }
            >
              {title}
            </Checkbox>
          ))}
        </div>
      </fieldset>
      <Schedules choice={choice} employees={employees} onChange={onChange} />
      <fieldset className="flex flex-col gap-2">
        <legend className="h3 mb-2">Client Details</legend>
        <Switch
          checked={choice.canViewClientPhoneNumbers}
          onChange={({ currentTarget: { checked } }) =>
            onChange({ ...choice, canViewClientPhoneNumbers: checked })
          }
        >
          View client phone numbers
        </Switch>
        <Switch
          checked={choice.canViewClientNames}
          onChange={({ currentTarget: { checked } }) =>
            onChange({ ...choice, canViewClientNames: checked })
          }
        >
          View client names
        </Switch>
        <p className="hint">
          When these are off, numbers show only their last four digits and clients appear as “Client
          #12”.
        </p>
      </fieldset>
    </div>
  );
}

function Schedules({ choice, employees, onChange }: PermissionFieldsProps) {
  const choose = (employeeIds: readonly number[]) => onChange({ ...choice, employeeIds });
  const ids = employees?.map(({ id }) => id) ?? [];
  return (
    <fieldset>
      <legend className="h3 mb-2">Visible schedules</legend>
      {ids.length > 0 && (
        <div className="flex items-center gap-2 min-w-0 mb-2">
          <Button size="tiny" onClick={() => choose(ids)}>
            All
          </Button>
          <Button size="tiny" onClick={() => choose([])}>
            None
          </Button>
        </div>
      )}
      <div className={GRID}>
        {employees?.map(({ id, name }) => (
          <Checkbox
            key={id}
            checked={choice.employeeIds.includes(id)}
            onChange={({ currentTarget: { checked } }) =>
              choose(ids.filter((one) => (one === id ? checked : choice.employeeIds.includes(one))))
            }
          >
            {name}
          </Checkbox>
        ))}
      </div>
      <p className="hint mt-2">{scheduleLabel(choice.employeeIds, employees)}</p>
    </fieldset>
  );
}

function scheduleLabel(
  chosen: readonly number[],
  employees: readonly Employee[] | undefined,
): string {
  if (!employees) return "Loading employees...";
  if (employees.length === 0) return "No employees yet. Add them in Settings.";
  if (chosen.length === 0) return "With no one selected, the Appointments page is empty.";
  return "Other employees' appointments stay hidden.";
}

interface Preset {
  readonly name: string;
  readonly pages: readonly Page[];
  readonly canViewClientPhoneNumbers: boolean;
}

/** What most salons grant. Every box can be changed afterwards. */
const PRESETS: readonly Preset[] = [
  {
    name: "Front desk",
    pages: [
      "/",
      "/inbox",
      "/contacts",
      "/appointments",
      "/contact-updates",
      "/appointment-management",
      "/potential-appointments",
    ],
    canViewClientPhoneNumbers: true,
  },
  { name: "Stylist", pages: ["/appointments"], canViewClientPhoneNumbers: false },
  {
    name: "Marketing",
    pages: ["/", "/campaigns", "/contacts", "/reviews"],
    canViewClientPhoneNumbers: true,
  },
];

function withPreset(choice: PermissionChoice, preset: Preset): PermissionChoice {
  return {
    ...choice,
    pages: preset.pages,
    canViewClientPhoneNumbers: preset.canViewClientPhoneNumbers,
    canViewClientNames: true,
  };
}
