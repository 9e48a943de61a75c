import type { LucideIcon } from "lucide-react";
import AudioLines from "lucide-react/icons/audio-lines";
import CreditCard from "lucide-react/icons/credit-card";
import Gem from "lucide-react/icons/gem";
import Mail from "lucide-react/icons/mail";
import MessageSquare from "lucide-react/icons/message-square";
import MessageSquareReply from "lucide-react/icons/message-square-reply";
import PhoneIncoming from "lucide-react/icons/phone-incoming";
import Star from "lucide-react/icons/star";
import { useLocation } from "wouter";
import type { Settings } from "#src/platform/settings/contract.ts";
import { Employees } from "#ui/calendar/employees/employees.tsx";
import { HoursCard, ReminderCard, ThankYouCard } from "#ui/calendar/settings/calendar-cards.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Card } from "#ui/kit/card.tsx";
import { Glyph } from "#ui/kit/glyph.tsx";
import { lazy, useLazy } from "#ui/kit/lazy.ts";
import { ConnectionBadge, glyphTone } from "#ui/platform/settings/connection-badge.tsx";
import { CheckAnswerNote } from "#ui/platform/settings/connection-test.tsx";
import {
  CONNECTIONS,
  type Connection,
  MAIL,
  STRIPE,
  TWILIO,
} from "#ui/platform/settings/connections.ts";
import { SectionCard } from "#ui/platform/settings/section-card.tsx";
import { settingsHref } from "#ui/platform/settings/sections.ts";
import type { CardsProps } from "#ui/platform/settings/settings-form.tsx";
import { useCheck } from "#ui/platform/settings/use-check.ts";

export function SalonCards({ settings }: CardsProps) {
  return (
    <>
      <HoursCard />
      <ThankYouCard settings={settings} />
      <ReminderCard settings={settings} />
    </>
  );
}

export function SalonTools({ settings }: CardsProps) {
  return (
    <>
      <SectionCard id="employees">
        <Employees />
      </SectionCard>
      <ConnectionsCard settings={settings} />
    </>
  );
}

const ICONS: Readonly<Record<string, LucideIcon>> = {
  testTwilio: MessageSquare,
  testWebhook: MessageSquareReply,
  testSmtp: Mail,
  testMembershipSmtp: Gem,
  testStripe: CreditCard,
  testGoogle: Star,
  testOpenai: PhoneIncoming,
  testElevenlabs: AudioLines,
};

// Lazy, because it is rare and the initial page has a size budget.
const paused = lazy(
  async () => (await import("#ui/messaging/settings/sending-paused.tsx")).SendingPaused,
);

function ConnectionsCard({ settings }: CardsProps) {
  const Paused = useLazy(Boolean(settings.sendingPaused), paused);
  const ready = CONNECTIONS.filter(
    (one) => one.isSetUp(settings) || (one === TWILIO && settings.simulatedCarrier),
  ).length;
  return (
    <Card id="connections" className="scroll-mt-6" aria-label="Connections">
      <div className="head min-h-16 pr-4">
        <div className="flex-1 min-w-0">
          <h2 className="h2">Connections</h2>
          <p className="sm dim">
            {ready} of {CONNECTIONS.length} ready. {summaryOf(settings)}
          </p>
        </div>
        <ReadyRing ready={ready} of={CONNECTIONS.length} />
      </div>
      {Paused && settings.sendingPaused && <Paused reason={settings.sendingPaused} />}
      <div className="divide-y divide-line">
        {CONNECTIONS.map((connection) => (
          <div key={connection.name}>
            <ConnectionRow connection={connection} settings={settings} />
          </div>
        ))}
      </div>
    </Card>
  );
}

function summaryOf(settings: Settings): string {
  if (settings.simulatedCarrier) return "Texts are simulated.";
  if (!TWILIO.isSetUp(settings)) return "Connect Twilio to send and receive texts.";
  if (settings.sendingPaused) return "Sending has stopped.";
  const working = [
    "Texts",
    STRIPE.isSetUp(settings) ? "payments" : [],
    MAIL.isSetUp(settings) ? "email" : [],
  ].flat();
  const last = working.pop() ?? "";
  return `${working.length > 0 ? `${working.join(", ")} and ${last}` : last} work today.`;
}

const RADIUS = 14;
const LENGTH = 2 * Math.PI * RADIUS;

function ReadyRing({ ready, of }: { ready: number; of: number }) {
  const circle = { cx: 18, cy: 18, r: RADIUS, fill: "none", strokeWidth: 4 };
  return (
    <svg
      width="36"
      height="36"
      viewBox="0 0 36 36"
      role="img"
      aria-label={`${ready} of ${of} ready`}
    >
      <circle {...circle} stroke="var(--trough)" />
      {ready > 0 && (
        <circle
          {...circle}
          stroke="var(--good)"
          strokeLinecap="round"
          strokeDasharray={`${((LENGTH * ready) / of).toFixed(2)} ${LENGTH.toFixed(2)}`}
          transform="rotate(-90 18 18)"
        />
      )}
    </svg>
  );
}

interface ConnectionRowProps {
  connection: Connection;
  settings: Settings;
}

function ConnectionRow({ connection, settings }: ConnectionRowProps) {
  const [, navigate] = useLocation();
  const test = useCheck(connection.test);
  const setUp = connection.isSetUp(settings);
  const answer = setUp ? test.answer : undefined;
  const state = { connection, settings, refused: answer?.ok === false };
  const badge = <ConnectionBadge {...state} />;

  return (
    <>
      <div className="line-row min-h-15 phone:items-start">
        <Glyph icon={ICONS[connection.test] ?? MessageSquare} tone={glyphTone(state)} />
        <div className="flex-1 min-w-0">
          <div className="h3">{connection.name}</div>
          <div className="sm dim">{purposeOf(connection, settings)}</div>
          <div className="only-phone mt-1.5">{badge}</div>
        </div>
        <span className="sm faint num clip max-w-60 @max-[560px]/page:hidden">
          {connection.detail(settings)}
        </span>
        <span className="no-phone w-28">{badge}</span>
        <span className="min-w-22 text-right">
          {setUp ? (
            <Button
              variant="quiet"
              size="tiny"
              aria-label={`Test ${connection.name}`}
              busy={test.running && "Testing..."}
              onClick={test.run}
            >
              Test
            </Button>
          ) : (
            <Button
              size="tiny"
              aria-label={`Set up ${connection.name}`}
              onClick={() => navigate(settingsHref(connection.section))}
            >
              Set Up
            </Button>
          )}
        </span>
      </div>
      <CheckAnswerNote answer={answer} className="px-4 pb-3" />
    </>
  );
}

function purposeOf(connection: Connection, { simulatedCarrier, demo }: Settings): string {
  if (connection !== TWILIO || !simulatedCarrier) return connection.purpose;
  return demo
    ? "This is a demo: messages are simulated and never delivered, whatever you enter"
    : "This server uses the simulated carrier: messages are simulated and never delivered";
}
