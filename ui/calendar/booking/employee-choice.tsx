import type { BookableService } from "#src/calendar/online-booking/contract.ts";

interface EmployeeChoiceProps {
  service: BookableService;
  /** Undefined for anyone. */
  employeeId: number | undefined;
  onChoose: (employeeId: number | undefined) => void;
}

/** Anyone, or an employee who performs the service. */
export function EmployeeChoice({ service, employeeId, onChoose }: EmployeeChoiceProps) {
  const choices = [{ id: undefined, name: "Anyone" }, ...service.employees];
  return (
    <fieldset aria-label="Employee">
      <p className="sm mb-2 font-label">With</p>
      <div className="book-pills">
        {choices.map(({ id, name }) => (
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
