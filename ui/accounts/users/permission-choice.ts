import type { User } from "#src/accounts/users/contract.ts";
import { GRANTABLE_PAGES, homePage, type Page } from "#src/shared/permissions.ts";

/** The dialog's state: the selected pages and employees. */
export interface PermissionChoice {
  readonly pages: readonly Page[];
  readonly employeeIds: readonly number[];
  readonly canViewClientPhoneNumbers: boolean;
  readonly canViewClientNames: boolean;
}

export const NEW_USER: PermissionChoice = {
  pages: ["/"],
  employeeIds: [],
  canViewClientPhoneNumbers: true,
  canViewClientNames: true,
};

/** The specification's defaults for a new user, otherwise the saved permissions. */
export function initialChoice(user: User, everybody: readonly number[]): PermissionChoice {
  if (!user.approved) return { ...NEW_USER, employeeIds: everybody };
  const { permissions } = user;
  return {
    ...permissions,
    pages: GRANTABLE_PAGES.map(({ path }) => path).filter((path) =>
      permissions.pages.includes(path),
    ),
    // Employees who have been deleted cannot be selected, and the server would refuse them.
    employeeIds: permissions.employeeIds.filter((id) => everybody.includes(id)),
  };
}

/** Keeps the menu's order, regardless of the order of selection. */
export function withPage(pages: readonly Page[], page: Page, on: boolean): Page[] {
  return GRANTABLE_PAGES.map(({ path }) => path).filter((path) =>
    path === page ? on : pages.includes(path),
  );
}

export function permissionHint(choice: PermissionChoice): string {
  if (choice.pages.length === 0) return "Choose at least one page.";
  const home = homePage({ role: "user", permissions: choice });
  return `They'll land on ${GRANTABLE_PAGES.find(({ path }) => path === home)?.title}.`;
}
