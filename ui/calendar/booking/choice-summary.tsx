import CalendarDays from "lucide-react/icons/calendar-days";
import Sparkles from "lucide-react/icons/sparkles";
import UserRound from "lucide-react/icons/user-round";
import Wallet from "lucide-react/icons/wallet";
import { formatClock } from "#src/shared/clock-time.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { type ChosenVisit, nameOfEmployee } from "./chosen-visit.ts";
import { formatMinutes, formatPrice, keepTogether } from "./format.ts";
import { renderPerformers, type SlotParts } from "./render-performers.ts";

interface ChoiceSummaryProps {
  visit: ChosenVisit;
  currency: string;
  /** The time, or when the client could come. */
  when: string | undefined;
  employeeName: string | undefined;
  /** Of a time that several employees share. */
  parts: SlotParts;
}

/** The client's choice so far, in the salon's panel on wide screens. */
export function ChoiceSummary(props: ChoiceSummaryProps) {
  const { visit, currency, when, employeeName, parts } = props;
  const { services, deposit } = visit;
  const nameOf = (id: number) => nameOfEmployee(visit, id);
  const performers = renderPerformers(parts, nameOf);
  const withWhom = (serviceId: number) => {
    const part = performers && parts?.find((one) => one.serviceId === serviceId);
    return part ? `, ${keepTogether(formatClock(part.start))} with ${nameOf(part.employeeId)}` : "";
  };
  return (
    <ul className="book-summary grid gap-4 mt-8 num touch:hidden" aria-label="Your visit">
      {services.map(({ id, name, durationMinutes, price }) => (
        <li key={id}>
          <Icon of={Sparkles} />
          <span className="flex-1 min-w-0">
            <span className="block">{name}</span>
            <span className="sm">
              {formatMinutes(durationMinutes)}
              {withWhom(id)}
            </span>
          </span>
          <b>{formatPrice(price, currency)}</b>
        </li>
      ))}
      {services.length > 1 && (
        <li className="justify-between">
          <span>Total</span>
          <b>{formatPrice(visit.price, currency)}</b>
        </li>
      )}
      {when && (
        <>
          <li>
            <Icon of={CalendarDays} />
            {when}
          </li>
          <li>
            <Icon of={UserRound} />
            {performers ?? employeeName ?? "Anyone"}
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
