import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import type { AutomaticText } from "#src/calendar/automatic-texts/contract.ts";
import { useApi } from "#ui/api.ts";
import { classes } from "#ui/kit/classes.ts";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { CampaignTabs } from "#ui/messaging/campaigns/campaign-tabs.tsx";
import { LoadFailed } from "#ui/shell/data/load-failed.tsx";
import { shellSettingsQuery } from "#ui/shell/data/queries.ts";
import { Bar } from "#ui/shell/layout/bar.tsx";
import { Page } from "#ui/shell/layout/page.tsx";
import { formatFigures, formatNext, formatResult, formatRevenue } from "./format-text.ts";
import { automaticTextsQuery } from "./queries.ts";
import { TextSwitch } from "./text-switch.tsx";

const GROUPS = [
  {
    consent: "appointment",
    title: "Appointment Texts",
    about:
      "Clients with an appointment get these. They answer reminders with C to confirm or X to cancel.",
    rows: 6,
  },
  {
    consent: "offer",
    title: "Texts That Bring Clients Back",
    about:
      "Clients who agreed to offers or visited in the last 18 months get these. At most one a week, never during quiet hours.",
    rows: 4,
  },
] as const;

/** Every text that Parlor sends without anyone pressing Send. */
export function AutomaticTextsScreen() {
  const query = useQuery(automaticTextsQuery(useApi()));
  return (
    <>
      <Bar title="Automatic Texts" />
      <Page label="Automatic Texts">
        <div className="mb-5 flex items-center gap-3">
          <CampaignTabs current="/campaigns/automatic" />
          <span className="dim ml-auto no-phone">Results of the last 30 days</span>
        </div>
        {query.error && !query.data && <LoadFailed query={query} />}
        {(query.data || !query.error) &&
          GROUPS.map(({ consent, title, about, rows }) => (
            <section key={consent} className="mb-7" aria-labelledby={`automatic-${consent}`}>
              <h2 className="h2" id={`automatic-${consent}`}>
                {title}
              </h2>
              <p className="dim mb-3 text-pretty">{about}</p>
              <TextCard
                label={title}
                rows={rows}
                texts={query.data?.filter((text) => text.consent === consent)}
              />
            </section>
          ))}
      </Page>
    </>
  );
}

interface TextCardProps {
  label: string;
  /** Undefined while they load. */
  texts: readonly AutomaticText[] | undefined;
  rows: number;
}

const HEADS = ["Sent", "Replies", "Bookings", "Revenue", "Opt-Outs"] as const;
/** Folded into the editor where the list is narrow. */
const FOLDED = new Set<string>(["Replies", "Bookings", "Opt-Outs"]);

function TextCard({ label, texts, rows }: TextCardProps) {
  return (
    <div className="card automatic-list">
      {/* biome-ignore lint/a11y/useSemanticElements: a grid of rows that fold into lines on a phone */}
      <div role="table" aria-label={label} aria-busy={!texts}>
        {/* biome-ignore lint/a11y/useSemanticElements: as above */}
        {/* biome-ignore lint/a11y/useFocusableInteractive: headings do nothing */}
        <div role="row" className="automatic-head">
          <Head name="On" className="sr-head" />
          <Head name="Text" className="start" />
          <Head name="Next 7 Days" className="start" />
          {HEADS.map((name) => (
            <Head key={name} name={name} className={FOLDED.has(name) ? "folds" : undefined} />
          ))}
        </div>
        {texts?.map((text) => <TextRow key={text.id} text={text} />) ??
          Array.from({ length: rows }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other identity
            <div key={at} className="automatic-row">
              <Skeleton width={32} height={20} />
              <Skeleton width={176} />
            </div>
          ))}
      </div>
    </div>
  );
}

function Head({ name, className }: { name: string; className?: string | undefined }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: as above
    // biome-ignore lint/a11y/useFocusableInteractive: a heading does nothing
    <span role="columnheader" className={className}>
      {name}
    </span>
  );
}

function TextRow({ text }: { text: AutomaticText }) {
  const { data: settings } = useQuery(shellSettingsQuery(useApi()));
  const { id, title, timing, enabled, results } = text;
  const currency = settings?.currency ?? "USD";
  const hasResults = enabled || results.sent > 0;
  const figure = (count: number | null) => formatResult(hasResults ? count : null);
  return (
    // biome-ignore lint/a11y/useSemanticElements: as above
    // biome-ignore lint/a11y/useFocusableInteractive: what it contains can have the focus
    <div role="row" className={classes("automatic-row", !enabled && "is-off")}>
      <Cell className="switch-cell">
        <TextSwitch text={text} />
      </Cell>
      <Cell className="name-cell">
        <Link href={`/campaigns/automatic/${id}`} className="h3 clip block">
          {title}
        </Link>
        <span className="dim clip num block">{timing}</span>
        <span className="figures xs faint num">{formatFigures(text, currency)}</span>
      </Cell>
      <Cell className="next-cell num">{formatNext(text)}</Cell>
      <Cell className="figure num">{figure(results.sent)}</Cell>
      <Cell className="figure folds num">{figure(results.replies)}</Cell>
      <Cell className="figure folds num">{figure(results.bookings)}</Cell>
      <Cell className="figure num">
        {formatRevenue(hasResults ? results.revenue : null, currency)}
      </Cell>
      <Cell className="figure folds num">{figure(results.optOuts)}</Cell>
    </div>
  );
}

function Cell({ className, children }: { className: string; children: React.ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: as above
    <div role="cell" className={className}>
      {children}
    </div>
  );
}
