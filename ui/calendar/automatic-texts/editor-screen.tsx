import { useQuery } from "@tanstack/react-query";
import ChevronLeft from "lucide-react/icons/chevron-left";
import { Link, useLocation } from "wouter";
import type { AutomaticText } from "#src/calendar/automatic-texts/contract.ts";
import { useApi } from "#ui/api.ts";
import { classes } from "#ui/kit/classes.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { LoadFailed } from "#ui/shell/data/load-failed.tsx";
import { Bar } from "#ui/shell/layout/bar.tsx";
import { ListLink } from "#ui/shell/layout/list-link.tsx";
import { NotFound } from "#ui/shell/layout/not-found.tsx";
import { Page } from "#ui/shell/layout/page.tsx";
import { Editor } from "./editor.tsx";
import { formatNext } from "./format-text.ts";
import { automaticTextsQuery, textOfAddress } from "./queries.ts";

const LIST = "/campaigns/automatic";
const GROUPS = [
  { consent: "appointment", title: "Appointment Texts" },
  { consent: "offer", title: "Texts That Bring Clients Back" },
] as const;

/** One automatic text: when it is sent, its words, who gets it, and what became of it. */
export function EditorScreen() {
  const [pathname] = useLocation();
  const id = textOfAddress(pathname);
  const query = useQuery(automaticTextsQuery(useApi()));
  const text = query.data?.find((one) => one.id === id);
  return (
    <>
      <Bar title={text?.title ?? "Automatic Text"} lead={<Lead />} />
      {id === undefined ? (
        <NotFound home={LIST} level={2} />
      ) : (
        <Page label="Automatic Texts" flush>
          <div className="automatic-editor">
            <TextList texts={query.data} current={id} />
            {text ? (
              <Editor key={id} text={text} />
            ) : (
              <div className="p-6">
                {query.error ? <LoadFailed query={query} /> : <Skeleton height={160} />}
              </div>
            )}
          </div>
        </Page>
      )}
    </>
  );
}

/** On a phone, Back takes the place of the menu. */
function Lead() {
  return (
    <>
      <Link
        href={LIST}
        className="back btn quiet icon hidden phone:inline-flex"
        aria-label="Back to Automatic Texts"
      >
        <Icon of={ChevronLeft} />
      </Link>
      <ListLink href={LIST} label="Automatic Texts" className="no-phone" />
    </>
  );
}

interface TextListProps {
  texts: readonly AutomaticText[] | undefined;
  current: string;
}

function TextList({ texts = [], current }: TextListProps) {
  return (
    <nav className="automatic-pick" aria-label="Automatic texts">
      {GROUPS.map(({ consent, title }) => (
        <div key={consent}>
          <p className="eyebrow px-2 pt-3 pb-1">{title}</p>
          {texts
            .filter((text) => text.consent === consent)
            .map((text) => (
              <Link
                key={text.id}
                href={`${LIST}/${text.id}`}
                aria-current={text.id === current ? "page" : undefined}
              >
                <span className={classes("dot", text.enabled && "good")} />
                <span className="min-w-0 flex-1">
                  <span className="h3 clip block">{text.title}</span>
                  <span className="xs faint clip num block">{summaryOf(text)}</span>
                </span>
              </Link>
            ))}
        </div>
      ))}
    </nav>
  );
}

function summaryOf(text: AutomaticText): string {
  if (!text.enabled) return "Off";
  return text.consent === "offer" ? `Next 7 days: ${formatNext(text)}` : text.timing;
}
