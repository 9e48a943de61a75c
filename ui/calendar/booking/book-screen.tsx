import { useQuery } from "@tanstack/react-query";
import CalendarX from "lucide-react/icons/calendar-x";
import { useState } from "react";
import type { BookableService, Booked, Waiting } from "#src/calendar/online-booking/contract.ts";
import { useApi } from "#ui/api.ts";
import { PublicPage } from "#ui/billing/client-pages/public-page.tsx";
import { useBusiness } from "#ui/billing/client-pages/use-business.ts";
import { lazyDialog } from "#ui/kit/lazy-dialog.tsx";
import { Note } from "#ui/kit/notice.tsx";
import { BookingStep } from "./booking-step.tsx";
import { ChoiceSummary } from "./choice-summary.tsx";
import { formatMinutes, formatPrice, formatStart } from "./format.ts";
import type { WaitlistPreferences } from "./preferences-step.tsx";
import { servicesQuery, termsQuery } from "./queries.ts";
import { ServiceStep } from "./service-step.tsx";
import { TimeStep } from "./time-step.tsx";

/** What the client has chosen so far. */
interface Choice {
  readonly service?: BookableService | undefined;
  readonly start?: string | undefined;
  /** Undefined for anyone. */
  readonly employeeId?: number | undefined;
  /** True while the waitlist form is open. */
  readonly waits?: boolean | undefined;
  readonly preferences?: WaitlistPreferences | undefined;
  readonly phone?: string | undefined;
}

const PhoneStep = lazyDialog(async () => (await import("./phone-step.tsx")).PhoneStep);
const DetailsStep = lazyDialog(async () => (await import("./details-step.tsx")).DetailsStep);
const BookedPage = lazyDialog(async () => (await import("./booked.tsx")).BookedPage);
const PreferencesStep = lazyDialog(
  async () => (await import("./preferences-step.tsx")).PreferencesStep,
);
const JoinStep = lazyDialog(async () => (await import("./join-step.tsx")).JoinStep);
const JoinedPage = lazyDialog(async () => (await import("./joined.tsx")).JoinedPage);

/** Service, time or waitlist, phone, details: four steps on one page. */
export function BookScreen() {
  const api = useApi();
  const { data: services } = useQuery(servicesQuery(api));
  const { data: terms } = useQuery(termsQuery(api));
  const business = useBusiness();
  const [choice, setChoice] = useState<Choice>({});
  const [gone, setGone] = useState<string>();
  const [booked, setBooked] = useState<Booked>();
  const [entry, setEntry] = useState<Waiting>();
  const { service, start, employeeId, preferences, phone } = choice;
  const hasTime = start !== undefined || preferences !== undefined;
  const currency = business?.currency ?? "USD";
  const nameOf = (id: number | null | undefined) =>
    service?.employees.find((employee) => employee.id === id)?.name;
  const pickTime = () => setChoice({ phone, service, employeeId });

  if (booked) return <BookedPage booked={booked} phone={phone ?? ""} />;
  if (entry && terms)
    return (
      <JoinedPage
        entry={entry}
        phone={phone ?? ""}
        employeeName={nameOf(entry.employeeId)}
        consent={terms.waitlistConsent}
        onClose={() => {
          setEntry(undefined);
          setChoice({ phone });
        }}
      />
    );
  return (
    <PublicPage
      title="Book a visit"
      intro="Pick a service and a time that works for you."
      summary={
        service && (
          <ChoiceSummary
            // Joining the waitlist needs no deposit.
            service={preferences ? { ...service, deposit: null } : service}
            currency={currency}
            start={start}
            employeeName={nameOf(employeeId)}
          />
        )
      }
    >
      {services?.length === 0 && (
        <Note tone="wait" icon={CalendarX}>
          Online booking isn't open yet. {business?.phone && `Call us at ${business.phone}.`}
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
            isCurrent={service !== undefined && !hasTime}
            done={
              preferences
                ? `When something is free with ${nameOf(preferences.employeeId) ?? "anyone"}`
                : start && `${formatStart(start)} with ${nameOf(employeeId) ?? "anyone"}`
            }
            onChange={pickTime}
          >
            {service && choice.waits && (
              <PreferencesStep
                {...{ service, employeeId, terms }}
                onDone={(wanted) => setChoice({ ...choice, preferences: wanted })}
                onClose={pickTime}
              />
            )}
            {service && !choice.waits && (
              <TimeStep
                service={service}
                terms={terms}
                gone={gone}
                onChoose={(time) => {
                  setGone(undefined);
                  setChoice({ ...choice, ...time });
                }}
                onWait={(id) => setChoice({ phone, service, employeeId: id, waits: true })}
              />
            )}
          </BookingStep>
          <BookingStep
            number={3}
            title="Phone"
            isCurrent={hasTime && phone === undefined}
            done={phone}
            onChange={() => setChoice({ ...choice, phone: undefined })}
          >
            <PhoneStep
              consent={preferences ? terms.waitlistConsent : terms.reminderConsent}
              onVerified={(verified) => setChoice({ ...choice, phone: verified })}
            />
          </BookingStep>
          <BookingStep number={4} title="Your Details" isCurrent={hasTime && phone !== undefined}>
            {preferences && (
              <JoinStep
                preferences={preferences}
                consent={terms.waitlistConsent}
                onJoined={setEntry}
                onUnverified={() => setChoice({ ...choice, phone: undefined })}
                onClose={pickTime}
              />
            )}
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
