import { useQuery } from "@tanstack/react-query";
import CalendarX from "lucide-react/icons/calendar-x";
import { useState } from "react";
import type { BookableService, Booked } from "#src/calendar/online-booking/contract.ts";
import { useApi } from "#ui/api.ts";
import { PublicPage } from "#ui/billing/client-pages/public-page.tsx";
import { businessQuery } from "#ui/billing/client-pages/queries.ts";
import { Note } from "#ui/kit/notice.tsx";
import { BookedPage } from "./booked.tsx";
import { BookingStep } from "./booking-step.tsx";
import { DetailsStep } from "./details-step.tsx";
import { formatMinutes, formatPrice, formatStart } from "./format.ts";
import { PhoneStep } from "./phone-step.tsx";
import { servicesQuery, termsQuery } from "./queries.ts";
import { ServiceStep } from "./service-step.tsx";
import { TimeStep } from "./time-step.tsx";

/** What the client has chosen so far. */
interface Choice {
  readonly service?: BookableService | undefined;
  readonly start?: string | undefined;
  /** Undefined for anyone. */
  readonly employeeId?: number | undefined;
  readonly phone?: string | undefined;
}

/** Service, time, phone, details: four steps on one page. */
export function BookScreen() {
  const api = useApi();
  const { data: services } = useQuery(servicesQuery(api));
  const { data: terms } = useQuery(termsQuery(api));
  const { data: business } = useQuery(businessQuery(api));
  const [choice, setChoice] = useState<Choice>({});
  const [gone, setGone] = useState<string>();
  const [booked, setBooked] = useState<Booked>();
  const { service, start, employeeId, phone } = choice;
  const currency = business?.currency ?? "USD";
  const with_ = service?.employees.find(({ id }) => id === employeeId);

  if (booked) return <BookedPage booked={booked} phone={phone ?? ""} />;
  return (
    <PublicPage title="Book a visit" intro="Pick a service and a time that works for you.">
      {services?.length === 0 && (
        <Note tone="wait" icon={CalendarX}>
          Online booking isn’t open yet. {business?.phone && `Call us at ${business.phone}.`}
        </Note>
      )}
      {services && services.length > 0 && terms && (
        <>
          <BookingStep
            number={1}
            title="Service"
            isCurrent={!service}
            done={
              service &&
              `${service.name}, ${formatMinutes(service.durationMinutes)}, ${formatPrice(service.price, currency)}`
            }
            onChange={() => setChoice({ phone })}
          >
            <ServiceStep
              services={services}
              currency={currency}
              onChoose={(chosen) => setChoice({ phone, service: chosen })}
            />
          </BookingStep>
          <BookingStep
            number={2}
            title="Time"
            isCurrent={service !== undefined && start === undefined}
            done={start && `${formatStart(start)} with ${with_?.name ?? "anyone"}`}
            onChange={() => service && setChoice({ phone, service, employeeId })}
          >
            {service && (
              <TimeStep
                service={service}
                terms={terms}
                gone={gone}
                onChoose={(time) => {
                  setGone(undefined);
                  setChoice({ ...choice, ...time });
                }}
              />
            )}
          </BookingStep>
          <BookingStep
            number={3}
            title="Phone"
            isCurrent={start !== undefined && phone === undefined}
            done={phone}
            onChange={() => setChoice({ ...choice, phone: undefined })}
          >
            <PhoneStep
              consent={terms.reminderConsent}
              onVerified={(verified) => setChoice({ ...choice, phone: verified })}
            />
          </BookingStep>
          <BookingStep
            number={4}
            title="Your Details"
            isCurrent={start !== undefined && phone !== undefined}
          >
            {service && start !== undefined && (
              <DetailsStep
                {...{ service, start, employeeId, terms, currency }}
                onBooked={setBooked}
                onGone={(message) => {
                  setGone(message);
                  setChoice({ phone, service, employeeId });
                }}
                onUnverified={() => setChoice({ service, start, employeeId })}
              />
            )}
          </BookingStep>
        </>
      )}
    </PublicPage>
  );
}
