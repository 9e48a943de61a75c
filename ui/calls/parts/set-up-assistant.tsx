import { Link } from "wouter";
import { useCurrentUser } from "#ui/current-user.ts";
import { buttonClass } from "#ui/kit/button-class.ts";

/** The next step before the first call, for users who may take it. */
export function SetUpAssistant() {
  const { user } = useCurrentUser();
  return (
    user?.role === "admin" && (
      <Link href="/settings/assistant#voice" className={buttonClass({})}>
        Set Up the AI Voice Assistant
      </Link>
    )
  );
}
