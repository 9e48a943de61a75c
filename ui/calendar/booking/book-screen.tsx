import { useQuery } from "@tanstack/react-query";
import CalendarX from "lucide-react/icons/calendar-x";
import { useEffect, useState } from "react";
import { useLocation, useSearch } from "wouter";
import type { Waiting } from "#src/calendar/online-booking/contract.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { useApi } from "#ui/api.ts";
import { PhoneLink } from "#ui/billing/client-pages/contact-line.tsx";
import { PublicPage } from "#ui/billing/client-pages/public-page.tsx";
import { useBusiness } from "#ui/billing/client-pages/use-business.ts";
import { formatTimes } from "#ui/calendar/waitlist/format-preferences.ts";
import { lazyDialog } from "#ui/kit/lazy-dialog.tsx";
import { Note } from "#ui/kit/notice.tsx";
import { BookingStep, useFocusOfStep } from "./booking-step.tsx";
import { ChoiceSummary } from "./choice-summary.tsx";
import { type ChosenVisit, chosenIn, idsOf, nameOfEmployee, visitOf } from "./chosen-visit.ts";
import { formatMinutes, formatPrice, formatStart, keepTogether } from "./format.ts";
import { MapLink } from "./map-link.tsx";
import type { WaitlistPreferences } from "./preferences-step.tsx";
import { servicesQuery, termsQuery } from "./queries.ts";
import { renderPerformers, type SlotParts } from "./render-performers.ts";
import { ServiceStep } from "./service-step.tsx";
import { useSteps } from "./use-steps.ts";

interface Choice {
  readonly services?: readonly number[] | undefined;
  /** True while the client changes the services. */
  readonly picks?: boolean | undefined;
  readonly start?: string | undefined;
  /** Undefined for anyone. */
  readonly employeeId?: number | undefined;
  /** Who performs what at that time, where several employees share it. */
  readonly parts?: SlotParts;
  /** True while the waitlist form is open. */
  readonly waits?: boolean | undefined;
  readonly preferences?: WaitlistPreferences | undefined;
  /** What was joined, and the number to which offers go. */
  readonly joined?: { readonly entry: Waiting; readonly phone: string } | undefined;
}

const loadTimes = async () => (await import("./time-step.tsx")).TimeStep;
const TimeStep = lazyDialog(loadTimes);
const PhoneStep = lazyDialog(async () => (await import("./phone-step.tsx")).PhoneStep);
const DetailsStep = lazyDialog(async () => (await import("./details-step.tsx")).DetailsStep);
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
  const [, navigate] = useLocation();
  const [made, setChoice] = useSteps<Choice>();
  const [phone, setPhone] = useState<string>();
  const search = useSearch();
  const choice: Choice = made ?? chosenIn(search, services);
  /** What is picked in the open list of services. */
  const [picked, setPicked] = useState<ChosenVisit>();
  const [gone, setGone] = useState<string>();
  const isOpen = services?.length !== 0 && terms?.canText !== false;
  const { start, employeeId, preferences, joined } = choice;
  const visit = choice.services && visitOf(choice.services, services);
  const hasTime = visit !== undefined && (start !== undefined || preferences !== undefined);
  const currency = business?.currency ?? "USD";
  const nameOf = (id: number | null | undefined) =>
    visit?.employees.find((one, _, { length }) => one.id === id || length === 1)?.name;
  const performers = visit && renderPerformers(choice.parts, (id) => nameOfEmployee(visit, id));
  const when = preferences ? keepTogether(formatTimes(preferences)) : start && formatStart(start);
  const listed = !visit || choice.picks ? (picked ?? visit) : visit;
  const deposit = preferences ? null : visit?.deposit;
  useFocusOfStep(`${choice.picks} ${!visit} ${hasTime} ${choice.waits} ${phone}`);
  // The next step, which the first paint doesn't need.
  useEffect(() => void loadTimes().catch(() => undefined), []);
  const pickTime = () => setChoice({ services: choice.services, employeeId });

  if (joined && terms)
    return (
      <JoinedPage
        entry={joined.entry}
        phone={formatPhone(joined.phone)}
        employeeName={nameOf(joined.entry.employeeId)}
        consent={terms.waitlistConsent}
        onClose={() => {
          setPicked(undefined);
          setChoice({});
        }}
      />
    );
  return (
    <PublicPage
      title={choice.waits ? "Join the Waitlist" : "Book a Visit"}
      intro={
        choice.waits
          ? "Tell us when you can come, and we'll text you when a time opens up."
          : isOpen
            ? "Pick your services and a time that works for you."
            : undefined
      }
      summary={
        <>
          {business?.address && (
            <p className="mt-3">
              <MapLink address={business.address} />
            </p>
          )}
          {listed && (
            <ChoiceSummary
              // Joining the waitlist needs no deposit.
              visit={preferences ? { ...listed, deposit: null } : listed}
              currency={currency}
              when={when}
              parts={choice.parts}
              employeeName={nameOf(preferences ? preferences.employeeId : employeeId)}
            />
          )}
        </>
      }
    >
      {!isOpen && (
        <Note tone="wait" icon={CalendarX}>
          {services?.length === 0
            ? "Online booking isn't open yet."
            : "You can't book online right now."}{" "}
          {business?.phone && (
            <>
              Call us at <PhoneLink phone={business.phone} />.
            </>
          )}
        </Note>
      )}
      {isOpen && services && terms && (
        <>
          <BookingStep
            number={1}
            title="Services"
            isCurrent={!visit || choice.picks === true}
            done={
              visit &&
              `${visit.name}, ${formatMinutes(visit.durationMinutes)}, ${formatPrice(visit.price, currency)}${deposit ? `, ${formatPrice(deposit, currency)} deposit` : ""}`
            }
            onChange={() => {
              setPicked(visit);
              setChoice({ services: choice.services, picks: true });
            }}
          >
            <ServiceStep
              // After a reload, the choice is known only after the first paint.
              key={choice.services?.join()}
              services={services}
              currency={currency}
              chosen={visit?.services ?? []}
              onPick={setPicked}
              onChoose={(chosen) => {
                const ids = idsOf(chosen);
                setChoice({ services: ids }, { services: ids, picks: true });
              }}
            />
          </BookingStep>
          <BookingStep
            number={2}
            title={choice.waits ? "Waitlist" : "Time"}
            isCurrent={visit !== undefined && !choice.picks && !hasTime}
            done={
              when &&
              `${when} with ${performers ?? nameOf(preferences ? preferences.employeeId : employeeId) ?? "anyone"}`
            }
            onChange={pickTime}
          >
            {visit && choice.waits && (
              <PreferencesStep
                {...{ visit, employeeId, terms }}
                onDone={(wanted) => setChoice({ ...choice, preferences: wanted })}
                onClose={pickTime}
              />
            )}
            {visit && !choice.waits && (
              <TimeStep
                {...{ visit, terms, gone, employeeId }}
                onChoose={(time) => {
                  setGone(undefined);
                  setChoice({ ...choice, ...time });
                }}
                onWait={(id) =>
                  setChoice({ services: choice.services, employeeId: id, waits: true })
                }
              />
            )}
          </BookingStep>
          <BookingStep
            number={3}
            title="Phone"
            isCurrent={hasTime && phone === undefined}
            done={phone && formatPhone(phone)}
            onChange={() => setPhone(undefined)}
          >
            <PhoneStep
              consent={preferences ? terms.waitlistConsent : terms.reminderConsent}
              onVerified={setPhone}
            />
          </BookingStep>
          <BookingStep number={4} title="Your Details" isCurrent={hasTime && phone !== undefined}>
            {preferences && phone !== undefined && (
              <JoinStep
                preferences={preferences}
                consent={terms.waitlistConsent}
                onJoined={(entry) => setChoice({ ...choice, joined: { entry, phone } })}
                onUnverified={() => setPhone(undefined)}
                onClose={pickTime}
              />
            )}
            {visit && start !== undefined && (
              <DetailsStep
                {...{ visit, start, employeeId, terms, currency }}
                // A reload shows the visit, which has its own page.
                onBooked={({ manageUrl }) => {
                  navigate(`${new URL(manageUrl).pathname}?booked`, { replace: true });
                  scrollTo(0, 0);
                }}
                onGone={(message) => {
                  setGone(message);
                  pickTime();
                }}
                onUnverified={() => setPhone(undefined)}
              />
            )}
          </BookingStep>
        </>
      )}
    </PublicPage>
  );
}
