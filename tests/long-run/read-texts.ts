import type { StandInProcess } from "#tests/support/stand-in-process.ts";
import { compare, type Finding, type Row } from "./finding.ts";
import { FLEETING, ZONE } from "./salon.ts";

type Text = Awaited<ReturnType<StandInProcess["log"]>>[number];
type Received = Awaited<ReturnType<StandInProcess["received"]>>[number];

/** Two real seconds at sixty times the speed: a text that had left the queue, and the clock's steps. */
const SLACK_MS = 120_000;
const NOT_SENT = new Set(["pending", "skipped", "canceled", "failed"]);
const STOPS = /^(stop|unsubscribe|end|quit|cancel|stopall)$/i;
const STARTS = /^(start|unstop|yes)$/i;

interface Books {
  readonly messages: readonly Row[];
  readonly accepted: readonly Text[];
  readonly received: readonly Received[];
}

export function readTexts({ messages, accepted, received }: Books): Finding[] {
  const kept = accepted.filter(({ to }) => !to.startsWith(FLEETING));
  const rows = messages.filter(({ phone }) => !phone?.startsWith(FLEETING));
  const sent = rows.filter(
    ({ direction, status = "" }) => direction === "outbound" && !NOT_SENT.has(status),
  );
  const heard = rows.filter(({ direction }) => direction === "inbound");
  const campaignTexts = new Set(
    rows
      .filter(({ purpose }) => purpose === "campaign")
      .map(({ phone, body }) => `${phone} ${body}`),
  );
  const ofCampaigns = kept.filter(({ to, body }) => campaignTexts.has(`${to} ${body}`));
  const quiet = ofCampaigns.filter(({ at }) => isQuiet(at));
  const unwanted = kept.filter((text) => isOptedOut(text, received));
  return [
    {
      what: "texts that the carrier accepted",
      outside: kept.length,
      parlor: sent.length,
      differences: compare(
        kept.map(({ to, body }) => `${to} ${hideCode(body)}`),
        sent.map(
          ({ phone, purpose, body }) =>
            `${phone} ${purpose === "code" ? CODE : hideCode(body ?? "")}`,
        ),
      ),
    },
    {
      what: "texts that clients sent",
      outside: received.length,
      parlor: heard.length,
      differences: compare(
        received.map(({ from, body }) => `${from} ${body}`),
        heard.map(({ phone, body }) => `${phone} ${body}`),
      ),
    },
    {
      what: "campaign texts in quiet hours",
      outside: quiet.length,
      parlor: 0,
      differences: quiet.map(({ to, at }) => `${to} at ${localTime(at)}`),
    },
    {
      what: "texts to clients who had opted out",
      outside: unwanted.length,
      parlor: 0,
      differences: unwanted.map(({ to, body, at }) => `${to} at ${localTime(at)}: ${body}`),
    },
  ];
}

const CODE = "a code";

/** Parlor exports no codes. */
function hideCode(body: string): string {
  return /\b\d{6}\b/.test(body) && /code/i.test(body) ? CODE : body;
}

function isQuiet(at: number): boolean {
  return [at - SLACK_MS, at, at + SLACK_MS].every((moment) => {
    const { hour, dayOfWeek } = local(moment);
    return hour < 9 || hour >= 20 || (dayOfWeek === 7 && hour < 12);
  });
}

/** The answers to the STOP itself and to HELP are allowed. */
function isOptedOut({ to, at, body }: Text, received: readonly Received[]): boolean {
  const words = received
    .filter((text) => text.from === to && text.at < at)
    .filter((text) => STOPS.test(text.body) || STARTS.test(text.body));
  const last = words.at(-1);
  if (!last || !STOPS.test(last.body) || at - last.at < SLACK_MS) return false;
  // A text is noted once its webhook is answered; Parlor's reply may leave before.
  const asked = received.some(
    (text) => text.from === to && /^help$/i.test(text.body) && Math.abs(at - text.at) < SLACK_MS,
  );
  return !asked && !/unsubscribed|opted out/i.test(body);
}

function local(at: number): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(ZONE);
}

function localTime(at: number): string {
  return local(at).toPlainDateTime().toString({ smallestUnit: "second" });
}
