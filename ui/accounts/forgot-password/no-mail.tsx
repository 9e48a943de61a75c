import Terminal from "lucide-react/icons/terminal";
import { Icon } from "#ui/kit/icon.tsx";
import { BackToSignIn } from "./back.tsx";

export function NoMail() {
  return (
    <div className="grid gap-6">
      <p className="dim">
        We can't email you a code, because no mail server is set up. Ask an administrator to reset
        your password, or the person who runs Parlor to run this on the server:
      </p>
      <pre className="flex items-center min-w-0 gap-2.5 overflow-auto rounded-lg border border-line bg-sunken px-4 py-3">
        <Icon of={Terminal} className="text-ink-3" />
        <code>parlor admin reset-password</code>
      </pre>
      <BackToSignIn />
    </div>
  );
}
