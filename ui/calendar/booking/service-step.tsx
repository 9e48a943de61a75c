import { useState } from "react";
import type { BookableService } from "#src/calendar/online-booking/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { formatMinutes, formatPrice } from "./format.ts";

interface ServiceStepProps {
  services: readonly BookableService[];
  currency: string;
  onChoose: (service: BookableService) => void;
}

/** One list for each category. */
export function ServiceStep({ services, currency, onChoose }: ServiceStepProps) {
  const [chosen, setChosen] = useState<BookableService>();
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen) onChoose(chosen);
      }}
    >
      {[...Map.groupBy(services, ({ category }) => category)].map(([category, ofCategory]) => (
        <fieldset key={category}>
          <legend className={category ? "sm mb-2 font-label text-ink-2" : "sr"}>
            {category || "Services"}
          </legend>
          <div className="book-panel">
            {ofCategory.map((service) => (
              <label key={service.id} className="book-opt">
                <input
                  type="radio"
                  name="service"
                  checked={service.id === chosen?.id}
                  onChange={() => setChosen(service)}
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
      <div className="book-next">
        {chosen && (
          <p className="min-w-0">
            <span className="h3 block truncate">{chosen.name}</span>
            <span className="sm dim num">
              {formatMinutes(chosen.durationMinutes)}, {formatPrice(chosen.price, currency)}
            </span>
          </p>
        )}
        <Button type="submit" variant="primary" size="big" disabled={!chosen}>
          Continue
        </Button>
      </div>
    </form>
  );
}
