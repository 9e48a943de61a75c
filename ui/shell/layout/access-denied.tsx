import Lock from "lucide-react/icons/lock";
import { Link } from "wouter";
import type { CurrentUser } from "#src/accounts/sign-in/contract.ts";
import { homePage } from "#src/shared/permissions.ts";
import { buttonClass } from "#ui/kit/button-class.ts";
import { ArchMessage } from "./arch-message.tsx";

export function AccessDenied({ user }: { user: CurrentUser }) {
  return (
    <ArchMessage icon={Lock} title="Access Denied" level={2}>
      <p>
        You do not have permission to access this page. Please contact your administrator to request
        access.
      </p>
      <Link href={homePage(user)} className={buttonClass({ variant: "primary" })}>
        Go to Home
      </Link>
    </ArchMessage>
  );
}
