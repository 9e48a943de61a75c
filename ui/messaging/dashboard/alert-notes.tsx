import { useQuery } from "@tanstack/react-query";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { Link } from "wouter";
import type { CurrentUser } from "#src/accounts/sign-in/contract.ts";
import { useApi } from "#ui/api.ts";
import { Note } from "#ui/kit/notice.tsx";
import { RelativeTime } from "#ui/shell/format/relative-time.tsx";
import { alertsQuery } from "./queries.ts";

/** Problems for administrators to fix; hidden from other users. */
export function AlertNotes({ user }: { user: CurrentUser }) {
  const { data: alerts = [] } = useQuery({
    ...alertsQuery(useApi()),
    enabled: user.role === "admin",
  });
  if (alerts.length === 0) return null;

  return (
    <ul className="mb-4 grid gap-2" aria-label="Alerts">
      {alerts.map(({ name, title, message, since, inSettings }) => (
        <li key={name}>
          <Note tone="bad" icon={TriangleAlert}>
            <p className="flex items-center gap-2 min-w-0 flex-wrap gap-x-2">
              <strong className="font-label">{title}</strong>
              <RelativeTime iso={since} className="xs dim" />
            </p>
            <p>
              {message}{" "}
              {inSettings && (
                <Link href="/settings" className="font-label underline">
                  Open Settings
                </Link>
              )}
            </p>
          </Note>
        </li>
      ))}
    </ul>
  );
}
