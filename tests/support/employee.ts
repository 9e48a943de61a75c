import { insertEmployee } from "#db/calendar/employees.ts";
import type { Database } from "#db/connection.ts";

/** Adds an employee who works in the hours of the business, and returns the id. */
export function addEmployee(db: Database, name: string, displayOrder = 0): number {
  return insertEmployee(db, {
    name,
    displayOrder,
    workStartTime: null,
    workEndTime: null,
    feedVersion: null,
    createdAt: 1,
  });
}
