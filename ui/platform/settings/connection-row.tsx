import { useLocation } from "wouter";
import type { Settings } from "#src/platform/settings/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { Glyph } from "#ui/kit/glyph.tsx";
import { CheckAnswerNote } from "./check-result.tsx";
import { ConnectionBadge, glyphTone } from "./connection-badge.tsx";
import { type Connection, TWILIO } from "./connections.ts";
import { settingsHref } from "./sections.ts";
import { useCheck } from "./use-check.ts";

interface ConnectionRowProps {
  connection: Connection;
  settings: Settings;
}

export function ConnectionRow({ connection, settings }: ConnectionRowProps) {
  const [, navigate] = useLocation();
  const test = useCheck(connection.test);
  const setUp = connection.isSetUp(settings);
  const answer = setUp ? test.answer : undefined;
  const state = { connection, settings, refused: answer?.ok === false };
  const badge = <ConnectionBadge {...state} />;

  return (
    <>
      <div className="line-row min-h-15 phone:items-start">
        <Glyph icon={connection.icon} tone={glyphTone(state)} />
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
              Set up
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
