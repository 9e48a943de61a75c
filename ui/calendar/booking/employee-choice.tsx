interface EmployeeChoiceProps {
  /** Those who perform the service. */
  employees: readonly { readonly id: number; readonly name: string }[];
  /** Undefined for anyone. */
  employeeId: number | undefined;
  onChoose: (employeeId: number | undefined) => void;
}

/** Anyone, or one employee. */
export function EmployeeChoice({ employees, employeeId, onChoose }: EmployeeChoiceProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="sm mb-2 font-label">
        With<span className="sr"> which employee</span>
      </legend>
      <div className="book-pills">
        {[{ id: undefined, name: "Anyone" }, ...employees].map(({ id, name }) => (
          <button
            key={id ?? 0}
            type="button"
            className="book-choice"
            aria-pressed={id === employeeId}
            onClick={() => onChoose(id)}
          >
            {name}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
