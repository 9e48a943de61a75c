import MailX from "lucide-react/icons/mail-x";
import { Note } from "#ui/kit/notice.tsx";
import { BackToSignIn } from "./back.tsx";

export function NoMail() {
  return (
    <div className="mt-4 grid gap-4">
      <Note tone="wait" icon={MailX}>
        We can't email a code because no mail server is set up. The person who runs Parlor can reset
        your password on the server:{" "}
        <code className="block whitespace-nowrap">parlor admin reset-password</code>
      </Note>
      <BackToSignIn />
    </div>
  );
}
