import { useSignals } from "@preact/signals-react/runtime";
import { useQuery } from "@tanstack/react-query";
import type { CurrentUser } from "#src/accounts/sign-in/contract.ts";
import type { Stats } from "#src/messaging/dashboard/contract.ts";
import { SET_UP_HIDDEN_COOKIE } from "#src/shared/constants.ts";
import { useApi } from "#ui/api.ts";
import { employeesQuery } from "#ui/calendar/employees/employee-queries.ts";
import { shellSettingsQuery } from "#ui/shell/data/queries.ts";
import { useUiState } from "#ui/ui-state.ts";
import { type Step, stepsOf } from "./steps.ts";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The steps that an administrator still has to take; undefined when there are none, or they are hidden. */
export function useSetUp(user: CurrentUser | null | undefined, stats: Stats | undefined) {
  useSignals();
  const api = useApi();
  const isAdmin = user?.role === "admin";
  const { data: settings } = useQuery(shellSettingsQuery(api));
  const applies = isAdmin && settings?.demo === false;
  const { data: employees } = useQuery({ ...employeesQuery(api), enabled: applies });
  const { setUpHidden } = useUiState();
  if (!applies || setUpHidden.value || !settings || !employees || !stats) return undefined;

  const steps: readonly Step[] = stepsOf({
    settings,
    employees: employees.length,
    contacts: stats.totalContacts,
    campaigns: stats.totalCampaigns,
  });
  if (steps.every(({ state }) => state === "done")) return undefined;
  return {
    steps,
    hide() {
      setUpHidden.value = true;
      // biome-ignore lint/suspicious/noDocumentCookie: Firefox has had a CookieStore for too short a time
      document.cookie = `${SET_UP_HIDDEN_COOKIE}=true; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
    },
  };
}
