import CalendarDays from "lucide-react/icons/calendar-days";
import Sparkles from "lucide-react/icons/sparkles";
import UserRound from "lucide-react/icons/user-round";
import Wallet from "lucide-react/icons/wallet";
import type { BookableService } from "#src/calendar/online-booking/contract.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { formatMinutes, formatPrice, formatStart } from "./format.ts";

interface ChoiceSummaryProps {
  service: BookableService;
  currency: string;
  start: string | undefined;
  employeeName: string | undefined;
}

/** The client's choice so far, in the salon's panel on wide screens. */
export function ChoiceSummary({ service, currency, start, employeeName }: ChoiceSummaryProps) {
  const { name, durationMinutes, price, deposit } = service;
  return (
    <ul className="book-summary num" aria-label="Your visit">
      <li>
        <Icon of={Sparkles} />
        <span className="flex-1 min-w-0">
          <span className="block">{name}</span>
          <span className="sm">{formatMinutes(durationMinutes)}</span>
        </span>
        <b>{formatPrice(price, currency)}</b>
      </li>
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
