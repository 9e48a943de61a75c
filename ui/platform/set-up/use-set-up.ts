import { useSignals } from "@preact/signals-react/runtime";
import { useQuery } from "@tanstack/react-query";
import type { CurrentUser } from "#src/accounts/sign-in/contract.ts";
import type { Stats } from "#src/messaging/dashboard/contract.ts";
import { SERVICES_SKIPPED_COOKIE, SET_UP_HIDDEN_COOKIE } from "#src/shared/constants.ts";
import { useApi } from "#ui/api.ts";
import { employeesQuery } from "#ui/calendar/employees/employee-queries.ts";
import { shellSettingsQuery } from "#ui/shell/data/queries.ts";
import { useUiState } from "#ui/ui-state.ts";
import { hoursQuery, servicesQuery } from "./queries.ts";
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
  const { data: services } = useQuery({ ...servicesQuery(api), enabled: applies });
  const { data: hours } = useQuery({ ...hoursQuery(api), enabled: applies });
  const { setUpHidden, servicesSkipped } = useUiState();
  if (!applies || setUpHidden.value || !settings || !stats) return undefined;
  if (!employees || !services || !hours) return undefined;

  const steps: readonly Step[] = stepsOf({
    settings,
    employees: employees.length,
    hoursReviewed: hours.reviewed,
    services: servicesSkipped.value && services.length === 0 ? undefined : services.length,
    contacts: stats.totalContacts,
    campaigns: stats.totalCampaigns,
  });
  if (steps.every(({ state }) => state === "done")) return undefined;
  return {
    steps,
    hide() {
      setUpHidden.value = true;
      setYearCookie(SET_UP_HIDDEN_COOKIE);
    },
    /** For salons that don't keep a list of services; undefined once it has one. */
    skipServices:
      services.length > 0 || servicesSkipped.value
        ? undefined
        : () => {
            servicesSkipped.value = true;
            setYearCookie(SERVICES_SKIPPED_COOKIE);
          },
  };
}

function setYearCookie(cookie: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: Firefox has had a CookieStore for too short a time
  document.cookie = `${cookie}=true; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
}
