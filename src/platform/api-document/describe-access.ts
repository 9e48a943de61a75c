import type { Access, AnyRoute } from "#src/platform/http/routes.ts";

/** Says in a sentence who may send the request. */
export function describeAccess({ access, asksPassword }: AnyRoute): string {
  const who = `${describe(access)}.`;
  return asksPassword
    ? `${who} The password must have been typed within the last minutes (POST /api/account/confirm-password).`
    : who;
}

function describe(access: Access): string {
  switch (access.kind) {
    case "visitor":
      return "Anyone";
    case "admin":
      return "Admins";
    case "member":
      return "Members who are signed in by code";
    case "financing":
      return "Financing clients who are signed in by code";
    case "staff":
      if (access.pages === "any") return "Staff who are signed in";
      return `Admins, and staff with ${access.pages.length > 1 ? "one of the pages" : "the page"} ${access.pages.join(", ")}`;
  }
}

export function securityOf(access: Access): readonly Readonly<Record<string, readonly string[]>>[] {
  switch (access.kind) {
    case "visitor":
      return [];
    case "member":
    case "financing":
      return [{ [access.kind]: [] }];
    default:
      return [{ staff: [] }];
  }
}
