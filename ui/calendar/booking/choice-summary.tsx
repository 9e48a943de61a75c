import CalendarDays from "lucide-react/icons/calendar-days";
import Sparkles from "lucide-react/icons/sparkles";
import UserRound from "lucide-react/icons/user-round";
import Wallet from "lucide-react/icons/wallet";
import { Icon } from "#ui/kit/icon.tsx";
import type { ChosenVisit } from "./chosen-visit.ts";
import { formatMinutes, formatPrice, formatStart } from "./format.ts";

interface ChoiceSummaryProps {
  visit: ChosenVisit;
  currency: string;
  start: string | undefined;
  employeeName: string | undefined;
}

/** The client's choice so far, in the salon's panel on wide screens. */
export function ChoiceSummary({ visit, currency, start, employeeName }: ChoiceSummaryProps) {
  const { services, deposit } = visit;
  return (
    <ul className="book-summary num" aria-label="Your visit">
      {services.map(({ id, name, durationMinutes, price }) => (
        <li key={id}>
          <Icon of={Sparkles} />
          <span className="flex-1 min-w-0">
            <span className="block">{name}</span>
            <span className="sm">{formatMinutes(durationMinutes)}</span>
          </span>
          <b>{formatPrice(price, currency)}</b>
        </li>
      ))}
      {start && (
        <>
          <li>
            <Icon of={CalendarDays} />
            {formatStart(start)}
          </li>
          <li>
            <Icon of={UserRound} />
            {employeeName ?? "Anyone"}
          </li>
        </>
      )}
      {deposit !== null && (
        <li>
          <Icon of={Wallet} />
          {formatPrice(deposit, currency)} deposit
        </li>
      )}
    </ul>
  );
}
