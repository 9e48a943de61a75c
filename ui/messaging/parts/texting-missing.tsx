import { useQuery } from "@tanstack/react-query";
import MessageSquareOff from "lucide-react/icons/message-square-off";
import { Link } from "wouter";
import { useApi } from "#ui/api.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Note } from "#ui/kit/notice.tsx";
import { shellSettingsQuery } from "#ui/shell/data/queries.ts";

/** Warns staff before they write a text that can't be sent. */
export function TextingMissing() {
  const { user } = useCurrentUser();
  const { data: settings } = useQuery(shellSettingsQuery(useApi()));
  if (settings?.canText !== false) return null;
  return (
    <Note tone="wait" icon={MessageSquareOff}>
      Twilio isn't connected, so texts can't be sent yet.{" "}
      {user?.role === "admin" ? (
        <Link href="/settings/texting#twilio" className="font-label underline">
          Connect Twilio in Settings
        </Link>
      ) : (
        "Ask an administrator to connect it."
      )}
    </Note>
  );
}
