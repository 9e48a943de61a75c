import { useQuery } from "@tanstack/react-query";
import Smartphone from "lucide-react/icons/smartphone";
import { Link } from "wouter";
import { campaigns } from "#src/messaging/campaigns/contract.ts";
import { useApi } from "#ui/api.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Button } from "#ui/kit/button.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { formatPhone } from "#ui/shell/format/phone.ts";
import { composingQuery } from "./queries.ts";

export function TestText({ message }: { message: string }) {
  const { user } = useCurrentUser();
  const { data: info } = useQuery(composingQuery(useApi()));
  const test = useAct(campaigns.test, {
    done: (sent) => ({ title: "Test sent", description: `To ${formatPhone(sent.phoneNumber)}` }),
    errors: "Test not sent",
  });

  if (!info) return null;
  if (info.testPhoneNumber === null)
    return (
      <p className="xs faint -mt-1">
        {user?.role === "admin" ? (
          <>
            To send a test,{" "}
            <Link href="/settings/texting#template">add a test number in Settings</Link>.
          </>
        ) : (
          "To send a test, ask an administrator to add a test number in Settings."
        )}
      </p>
    );
  return (
    <Button
      size="tiny"
      icon={Smartphone}
      className="-mt-1 self-start"
      disabled={message.trim() === ""}
      busy={test.isPending && "Sending..."}
      onClick={() => test.run({ body: { message } })}
    >
      Send test to {formatPhone(info.testPhoneNumber)}
    </Button>
  );
}
