import CreditCard from "lucide-react/icons/credit-card";
import FileText from "lucide-react/icons/file-text";
import { Button } from "#ui/kit/button.tsx";
import { buttonClass } from "#ui/kit/button-class.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { loadMemberPortal, loadPlanPortal } from "./queries.ts";

const OPEN_CARD = {
  membership: async () => (await loadMemberPortal()).openCard,
  financing: async () => (await loadPlanPortal()).openCard,
} as const;

interface OwnProps {
  portal: keyof typeof OPEN_CARD;
  id: number;
  children: string;
}

interface CardButtonProps extends OwnProps {
  /** Where a payment failed, it's what the client came for. */
  isMain?: boolean;
}

export function AgreementLink({ portal, id, children }: OwnProps) {
  return (
    <a
      className={buttonClass({})}
      href={`/api/${portal}/portal/subscriptions/${id}/agreement`}
      target="_blank"
      rel="noreferrer"
    >
      <Icon of={FileText} />
      {children}
    </a>
  );
}

/** Opens Stripe's page for the card. */
export function CardButton({ portal, id, isMain = false, children }: CardButtonProps) {
  const card = useAct(OPEN_CARD[portal], { onDone: ({ url }) => location.assign(url) });
  return (
    <Button
      icon={CreditCard}
      variant={isMain ? "primary" : "secondary"}
      size={isMain ? "big" : undefined}
      busy={card.isPending && "Opening..."}
      onClick={() => card.run({ body: { subscriptionId: id } })}
    >
      {children}
    </Button>
  );
}
