import type { User } from "#src/accounts/users/contract.ts";
import { GRANTABLE_PAGES, homePage, type Page } from "#src/shared/permissions.ts";

/** What the dialog holds: every page and employee that is ticked. */
export interface Choice {
  readonly pages: readonly Page[];
  readonly employeeIds: readonly number[];
  readonly canViewClientPhoneNumbers: boolean;
  readonly canViewClientNames: boolean;
}

/** The specification's for somebody new, else what they have. */
export function firstChoice(user: User, everybody: readonly number[]): Choice {
  if (!user.approved)
    return {
      pages: ["/"],
      employeeIds: everybody,
      canViewClientPhoneNumbers: true,
      canViewClientNames: true,
    };
  const { permissions } = user;
  return {
    ...permissions,
    pages: GRANTABLE_PAGES.map(({ path }) => path).filter((path) =>
      permissions.pages.includes(path),
    ),
    // Who has left since cannot be ticked, and would be refused.
    employeeIds: permissions.employeeIds.filter((id) => everybody.includes(id)),
  };
}

/** In the order of the menu, whichever was ticked first. */
export function withPage(pages: readonly Page[], page: Page, on: boolean): Page[] {
  return GRANTABLE_PAGES.map(({ path }) => path).filter((path) =>
    path === page ? on : pages.includes(path),
  );
}

export function hint(choice: Choice): string {
  if (choice.pages.length === 0) return "Choose at least one page.";
  const home = homePage({ role: "user", permissions: choice });
  return `Signing in will lead to ${GRANTABLE_PAGES.find(({ path }) => path === home)?.title}.`;
}
