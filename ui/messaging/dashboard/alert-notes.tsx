import { useQuery } from "@tanstack/react-query";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { CurrentUser } from "#src/accounts/sign-in/contract.ts";
import type { Alert } from "#src/platform/alerts/contract.ts";
import { useApi } from "#ui/api.ts";
import { Note } from "#ui/kit/notice.tsx";
import { RelativeTime } from "#ui/shell/format/relative-time.tsx";
import { alertsQuery } from "./queries.ts";

interface AlertNotesProps {
  user: CurrentUser;
  className: string;
}

/** Problems for administrators to fix; hidden from other users. */
export function AlertNotes({ user, className }: AlertNotesProps) {
  const { data: alerts = [] } = useQuery({
    ...alertsQuery(useApi()),
    enabled: user.role === "admin",
  });
  if (alerts.length === 0) return null;

  return (
    <ul className={`grid gap-2 ${className}`} aria-label="Alerts">
      {alerts.map(({ name, title, message, links, since }) => (
        <li key={name}>
          <Note tone="bad" icon={TriangleAlert} className="phone:py-2">
            <p className="flex items-center gap-2 min-w-0 flex-wrap gap-x-2">
              <strong className="font-label">{title}</strong>
              <RelativeTime iso={since} className="xs dim" />
            </p>
            <p className="phone:text-xs">{linkNames(message, links)}</p>
          </Note>
        </li>
      ))}
    </ul>
  );
}

/** Turns the names of screens in a message into links. */
function linkNames(message: string, [link, ...others]: Alert["links"]): ReactNode[] {
  if (!link) return [message];
  const at = message.indexOf(link.label);
  if (at < 0) return linkNames(message, others);
  return [
    ...linkNames(message.slice(0, at), others),
    <Link key={`${link.path} ${message}`} href={link.path} className="font-label underline">
      {link.label}
    </Link>,
    ...linkNames(message.slice(at + link.label.length), others),
  ];
}
