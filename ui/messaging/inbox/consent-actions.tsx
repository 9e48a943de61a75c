import BellOff from "lucide-react/icons/bell-off";
import BellRing from "lucide-react/icons/bell-ring";
import type { Contact } from "#src/clients/contacts/contract.ts";
import { useContactActions } from "#ui/clients/parts/contact-actions.ts";
import { Button } from "#ui/kit/button.tsx";

/** Records consent given in person. */
export function ConsentActions({ client: { id, optedOut } }: { client: Contact }) {
  const { optOut, optIn } = useContactActions();
  const change = optedOut ? optIn : optOut;
  return (
    <Button
      variant="quiet"
      icon={optedOut ? BellRing : BellOff}
      fill
      className="-ml-3 justify-start"
      busy={change.isPending && "Saving..."}
      onClick={() => change.run({ params: { id } })}
    >
      {optedOut ? "Opt in" : "Opt out"}
    </Button>
  );
}
