import { useQuery } from "@tanstack/react-query";
import CalendarX from "lucide-react/icons/calendar-x";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { type ReactNode, useState } from "react";
import type { BookableService, Booked, Waiting } from "#src/calendar/online-booking/contract.ts";
import { useApi } from "#ui/api.ts";
import { Step } from "#ui/billing/checkout/step.tsx";
import { PublicPage } from "#ui/billing/client-pages/public-page.tsx";
import { useBusiness } from "#ui/billing/client-pages/use-business.ts";
import { Button } from "#ui/kit/button.tsx";
import { lazyDialog } from "#ui/kit/lazy-dialog.tsx";
import { Note } from "#ui/kit/notice.tsx";
import { ChoiceSummary } from "./choice-summary.tsx";
import { EmployeeChoice } from "./employee-choice.tsx";
import { formatMinutes, formatPrice, formatStart } from "./format.ts";
import type { WaitlistPreferences } from "./preferences-step.tsx";
import { servicesQuery, termsQuery } from "./queries.ts";
import { ServiceStep } from "./service-step.tsx";
import { TimePicker } from "./time-picker.tsx";

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
      title="Book a Visit"
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

interface BookingStepProps {
  number: number;
  title: string;
  isCurrent: boolean;
  /** What was chosen, in one line. */
  done?: string | undefined;
  onChange?: () => void;
  children: ReactNode;
}

/** A finished step folds to one line with Change. */
function BookingStep(props: BookingStepProps) {
  const { number, title, isCurrent, done, onChange, children } = props;
  const state = isCurrent ? "now" : done ? "done" : "later";
  return (
    <Step
      number={number}
      title={title}
      state={state}
      trailing={
        state === "done" && (
          <Button variant="quiet" aria-label={`Change ${title.toLowerCase()}`} onClick={onChange}>
            Change
          </Button>
        )
      }
    >
      {isCurrent ? children : state === "done" && <p className="dim num">{done}</p>}
    </Step>
  );
}

interface TimeStepProps {
  service: BookableService;
  terms: { readonly today: string; readonly lastDay: string };
  /** Why the time that was chosen before can't be booked. */
  gone: string | undefined;
  onChoose: (time: { start: string; employeeId: number | undefined }) => void;
  /** The client chooses the waitlist, because no time fits. */
  onWait: (employeeId: number | undefined) => void;
}

/** Anyone or an employee, then a day and a time. */
function TimeStep({ service, terms, gone, onChoose, onWait }: TimeStepProps) {
  const [employeeId, setEmployeeId] = useState<number>();
  return (
    <div className="grid gap-5">
      {gone && (
        <Note tone="wait" icon={TriangleAlert} role="alert">
          {gone}
        </Note>
      )}
      <EmployeeChoice
        employees={service.employees}
        employeeId={employeeId}
        onChoose={setEmployeeId}
      />
      <TimePicker
        of={{ serviceId: service.id, employeeId }}
        terms={terms}
        onChoose={(start) => onChoose({ start, employeeId })}
        onWait={() => onWait(employeeId)}
      />
    </div>
  );
}
