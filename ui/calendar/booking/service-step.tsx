import type { BookableService } from "#src/calendar/online-booking/contract.ts";
import { formatMinutes, formatPrice } from "./format.ts";

interface ServiceStepProps {
  services: readonly BookableService[];
  currency: string;
  onChoose: (service: BookableService) => void;
}

/** One list for each category. */
export function ServiceStep({ services, currency, onChoose }: ServiceStepProps) {
  return [...Map.groupBy(services, ({ category }) => category)].map(([category, ofCategory]) => (
    <fieldset key={category} className="mb-4" aria-label={category || "Services"}>
      {category !== "" && <p className="sm mb-2 font-label text-ink-2">{category}</p>}
      <div className="book-panel">
        {ofCategory.map((service) => (
          <label key={service.id} className="book-opt">
            <input type="radio" name="service" onChange={() => onChoose(service)} />
            <span className="grow">
              <span className="h3 block">{service.name}</span>
              <span className="sm dim num">
                {formatMinutes(service.durationMinutes)}
                {service.deposit !== null && `, ${formatPrice(service.deposit, currency)} deposit`}
              </span>
            </span>
            <b className="num">{formatPrice(service.price, currency)}</b>
          </label>
        ))}
      </div>
    </fieldset>
  ));
}
