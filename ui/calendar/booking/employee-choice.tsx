import type { ReactNode } from "react";

interface EmployeeChoiceProps {
  /** Those who perform the service. */
  employees: readonly { readonly id: number; readonly name: string }[];
  /** Undefined for anyone. */
  employeeId: number | undefined;
  /** Whether "Anyone" is offered. A typed time needs an employee. */
  hasAnyone?: boolean;
  /** In front of each name; anyone has no id. */
  faceOf?: (employee: { readonly id: number | undefined; readonly name: string }) => ReactNode;
  onChoose: (employeeId: number | undefined) => void;
}

/** Anyone, or one employee. The only one there is needs no choice. */
export function EmployeeChoice(props: EmployeeChoiceProps) {
  const { employees, employeeId, hasAnyone = true, faceOf, onChoose } = props;
  const [only] = employees;
  if (only && employees.length === 1)
    return (
      <div className="sm">
        <p className="mb-2 font-label">With</p>
        <p className="flex items-center gap-2 min-w-0">
          {faceOf?.(only)}
          {only.name}
        </p>
      </div>
    );
  return (
    <fieldset className="min-w-0">
      <legend className="sm mb-2 font-label">
        With<span className="sr"> which employee</span>
      </legend>
      <div className="book-pills">
        {[...(hasAnyone ? [{ id: undefined, name: "Anyone" }] : []), ...employees].map(
          ({ id, name }) => (
            <button
              key={id ?? 0}
              type="button"
              className="book-choice"
              aria-pressed={id === employeeId}
              onClick={() => onChoose(id)}
            >
              {faceOf?.({ id, name })}
              {name}
            </button>
          ),
        )}
      </div>
    </fieldset>
  );
}
