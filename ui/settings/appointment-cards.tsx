import { useLate } from "#ui/kit/late.ts";
import { SectionCard } from "./section-card.tsx";

// The last cards of a long page, outside the form: their code comes when the page stands.
const loadEmployees = async () => (await import("./employees.tsx")).Employees;
const loadImport = async () => (await import("./import-appointments.tsx")).ImportAppointments;
const loadClear = async () => (await import("./clear-appointments.tsx")).ClearAppointments;

export function EmployeesCard() {
  const Employees = useLate(true, loadEmployees, () => undefined);
  return (
    <SectionCard id="employees">{Employees ? <Employees /> : <p className="h-40" />}</SectionCard>
  );
}

export function ImportAppointmentsCard() {
  const Import = useLate(true, loadImport, () => undefined);
  return (
    <SectionCard id="import-appointments">
      {Import ? <Import /> : <p className="h-22" />}
    </SectionCard>
  );
}

export function ClearAppointmentsCard() {
  const Clear = useLate(true, loadClear, () => undefined);
  return (
    <SectionCard id="clear-appointments">{Clear ? <Clear /> : <p className="h-22" />}</SectionCard>
  );
}
