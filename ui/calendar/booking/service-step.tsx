import { useState } from "react";
import type { BookableService } from "#src/calendar/online-booking/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { type ChosenVisit, toVisit } from "./chosen-visit.ts";
import { formatMinutes, formatPrice } from "./format.ts";

/** As the server allows. */
const MAX_SERVICES = 8;

interface ServiceStepProps {
  services: readonly BookableService[];
  /** What was chosen before. */
  chosen: readonly BookableService[];
  currency: string;
  /** Undefined once nothing is picked. */
  onPick: (visit: ChosenVisit | undefined) => void;
  onChoose: (visit: ChosenVisit) => void;
}

/** One list for each category. Several services are one visit, in the order in which they are chosen. */
export function ServiceStep({ services, currency, onPick, onChoose, ...props }: ServiceStepProps) {
  const [chosen, setChosen] = useState(props.chosen);
  const visit = toVisit(chosen);
  const { isPossible } = visit;
  const categories = [...Map.groupBy(services, ({ category }) => category)];
  const isFull = chosen.length === MAX_SERVICES;
  return (
    <form
      className="grid gap-4 pt-1.5"
      onSubmit={(event) => {
        event.preventDefault();
        if (isPossible) onChoose(visit);
      }}
    >
      {categories.map(([category, ofCategory]) => (
        <fieldset key={category}>
          <legend className={categories.length > 1 ? "sm mb-2 font-label text-ink-2" : "sr"}>
            {category || "Other services"}
          </legend>
          <div className="book-panel">
            {ofCategory.map((service) => (
              <label key={service.id} className="book-opt">
                <input
                  type="checkbox"
                  className="check size-5 bg-size-[14px]"
                  checked={chosen.includes(service)}
                  disabled={isFull && !chosen.includes(service)}
                  onChange={({ target }) => {
                    const next = target.checked
                      ? [...chosen, service]
                      : chosen.filter((one) => one !== service);
                    setChosen(next);
                    onPick(next.length > 0 ? toVisit(next) : undefined);
                  }}
                />
                <span className="flex-1 min-w-0">
                  <span className="h3 block">{service.name}</span>
                  <span className="sm dim num">
                    {formatMinutes(service.durationMinutes)}
                    {service.deposit !== null &&
                      `, ${formatPrice(service.deposit, currency)} deposit`}
                  </span>
                </span>
                <b className="num">{formatPrice(service.price, currency)}</b>
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      <div className="book-next" role="status">
        {chosen.length === 0 ? (
          <p className="dim">Pick a service.</p>
        ) : (
          <p className="min-w-0">
            <span className="h3 block truncate">
              {chosen.length === 1 ? visit.name : `${chosen.length} services`}
            </span>
            <span className="sm dim num">
              {isPossible
                ? `${formatMinutes(visit.durationMinutes)}, ${formatPrice(visit.price, currency)}`
                : "No one offers this right now. Remove it, or call us."}
            </span>
            {isPossible && visit.deposit !== null && (
              <span className="sm dim num block">
                {formatPrice(visit.deposit, currency)} deposit
              </span>
            )}
          </p>
        )}
        <Button type="submit" variant="primary" size="big" disabled={!isPossible}>
          Continue
        </Button>
      </div>
    </form>
  );
}
