import { useQuery } from "@tanstack/react-query";
import CircleAlert from "lucide-react/icons/circle-alert";
import RotateCcw from "lucide-react/icons/rotate-ccw";
import Smartphone from "lucide-react/icons/smartphone";
import { useState } from "react";
import { Link } from "wouter";
import { type AutomaticText, automaticTexts } from "#src/calendar/automatic-texts/contract.ts";
import {
  type AutomaticTextId,
  findAutomaticText,
  isOffer,
} from "#src/calendar/automatic-texts/texts-contract.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { useApi } from "#ui/api.ts";
import { servicesQuery } from "#ui/calendar/services/queries.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Button } from "#ui/kit/button.tsx";
import { lazy, useLazy } from "#ui/kit/lazy.ts";
import { Note } from "#ui/kit/notice.tsx";
import { Select } from "#ui/kit/select.tsx";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { composingQuery } from "#ui/messaging/campaigns/queries.ts";
import { useAct } from "#ui/shell/data/act.ts";
import { AppointmentAudience, OfferAudience } from "./audience-card.tsx";
import { EditorLook } from "./editor-look.tsx";
import { TextSwitch } from "./text-switch.tsx";
import { TimingSentence } from "./timing-sentence.tsx";
import { TokenBox } from "./token-box.tsx";
import { useDraft, type Weeks } from "./use-draft.ts";
import { useRenderings } from "./use-renderings.ts";

// Needed only after an edit.
const guard = lazy(async () => (await import("#ui/kit/leave-guard.tsx")).LeaveGuard);
const notice = lazy(
  async () => (await import("#ui/messaging/campaigns/unicode-notice.tsx")).UnicodeNotice,
);

/** The form of one text with its preview. The switch applies at once; the rest is saved together. */
export function Editor({ text }: { text: AutomaticText }) {
  const { id, title } = text;
  const declared = findAutomaticText(id);
  const { user } = useCurrentUser();
  const isAdmin = user?.role === "admin";
  const draft = useDraft(text);
  const [clientId, setClientId] = useState<number>();
  const messageName = declared?.message ?? "";
  const message = String(draft.values[messageName] ?? "");
  const renderings = useRenderings(id, message, clientId);
  const Guard = useLazy(draft.isDirty, guard);
  const UnicodeNotice = useLazy(isAdmin, notice);
  if (!declared) return null;

  return (
    <>
      <section className="automatic-form" aria-label={title}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <div className="scrolls" tabIndex={0}>
          <div className="flex items-start gap-3">
            <div className="min-w-0 flex-1">
              <h2 className="font-label text-title">{title}</h2>
              <p className="dim text-pretty">{declared.about}</p>
            </div>
            <span className="flex min-h-7 items-center gap-2 font-label">
              <TextSwitch text={text} />
              <span aria-hidden="true">{text.enabled ? "On" : "Off"}</span>
            </span>
          </div>
          {text.obstacle && (
            <Note tone="wait" icon={CircleAlert}>
              {text.obstacle}
            </Note>
          )}
          <TimingSentence
            timing={declared.timing}
            more={declared.more}
            values={draft.values}
            disabled={!isAdmin}
            onChange={draft.setValue}
          />
          {id === "next-visit" && isAdmin && (
            <ReturnWeeks changed={draft.weeks} onChange={draft.setWeeks} />
          )}
          <div className="grid gap-3">
            <TokenBox
              key={`${id} ${draft.version}`}
              value={message}
              fields={declared.fields}
              counter={renderings.counter}
              error={draft.errors[messageName]}
              disabled={!isAdmin}
              onChange={(next) => draft.setValue(messageName, next)}
            />
            {isAdmin && message !== text.defaultMessage && (
              <Button
                variant="quiet"
                size="tiny"
                icon={RotateCcw}
                className="justify-self-start"
                onClick={() => draft.replace(messageName, text.defaultMessage)}
              >
                Reset to Default
              </Button>
            )}
            {UnicodeNotice && (
              <UnicodeNotice
                message={message}
                onReplace={(next) => draft.replace(messageName, next)}
              />
            )}
          </div>
          {isOffer(id) ? <OfferAudience id={id} /> : <AppointmentAudience id={id} />}
        </div>
        <footer>
          <TestButton id={id} message={message} />
          <span className="flex-1 max-[767.98px]:hidden" />
          {draft.isDirty && (
            <>
              <Button
                variant="quiet"
                className="no-phone"
                disabled={draft.isSaving}
                onClick={draft.discard}
              >
                Discard
              </Button>
              <Button variant="primary" busy={draft.isSaving && "Saving..."} onClick={draft.save}>
                Save Changes
              </Button>
            </>
          )}
        </footer>
      </section>
      <EditorLook text={text} renderings={renderings} onClient={setClientId} />
      {Guard && <Guard active={draft.isDirty} saving={draft.isSaving} />}
    </>
  );
}

/** Sends the wording, as it is typed, to the test number in Settings. */
function TestButton({ id, message }: { id: AutomaticTextId; message: string }) {
  const { user } = useCurrentUser();
  const { data: info } = useQuery(composingQuery(useApi()));
  const test = useAct(automaticTexts.test, {
    done: ({ phoneNumber }) => ({
      title: "Test sent",
      description: `To ${formatPhone(phoneNumber)}`,
    }),
    errors: "Test not sent",
  });
  if (info?.testPhoneNumber === null)
    return (
      <p className="xs faint">
        {user?.role === "admin" ? (
          <>
            To send a test,{" "}
            <Link className="underline" href="/settings/texting#template">
              add a test number
            </Link>
            .
          </>
        ) : (
          "To send a test, ask an administrator to add a test number in Settings."
        )}
      </p>
    );
  return (
    <Button
      icon={Smartphone}
      disabled={message.trim() === ""}
      busy={test.isPending && "Sending..."}
      onClick={() => test.run({ params: { text: id }, body: { message } })}
    >
      Send Me a Test
    </Button>
  );
}

const FIRST = 4;
const CHOICES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 20, 26, 39, 52] as const;

interface ReturnWeeksProps {
  changed: Weeks;
  onChange: (serviceId: number, weeks: number | null, saved: number | null) => void;
}

/** After how many weeks each service is due again. */
function ReturnWeeks({ changed, onChange }: ReturnWeeksProps) {
  const { data: services } = useQuery(servicesQuery(useApi()));
  const [showsAll, setShowsAll] = useState(false);
  if (!services) return <Skeleton height={96} />;
  // Those that are due at all come first.
  const sorted = services.toSorted(
    (one, other) => Number(other.returnWeeks !== null) - Number(one.returnWeeks !== null),
  );
  const shown = showsAll ? sorted : sorted.slice(0, FIRST);
  return (
    <section aria-label="Weeks between visits">
      <div className="mb-2 flex items-center gap-2">
        <h3 className="label">Weeks Between Visits</h3>
        {services.length > FIRST && !showsAll && (
          <Button variant="quiet" size="tiny" className="ml-auto" onClick={() => setShowsAll(true)}>
            Edit All {services.length}
          </Button>
        )}
      </div>
      <div className="return-weeks">
        {shown.map(({ id, name, returnWeeks }) => {
          const value = id in changed ? (changed[id] ?? null) : returnWeeks;
          return (
            <div key={id} className="flex min-h-10 min-w-0 items-center justify-between gap-3">
              <span className="clip">{name}</span>
              <Select
                aria-label={`Weeks between visits for ${name}`}
                className="num w-24 flex-none font-label"
                value={value === null ? "never" : String(value)}
                onValueChange={(chosen) =>
                  onChange(id, chosen === "never" ? null : Number(chosen), returnWeeks)
                }
                options={optionsOf(value)}
              />
            </div>
          );
        })}
      </div>
      {services.length === 0 && (
        <p className="dim">Add services first. Each can be due again after some weeks.</p>
      )}
    </section>
  );
}

function optionsOf(value: number | null) {
  const weeks = [...new Set([...CHOICES, ...(value === null ? [] : [value])])];
  return [
    { value: "never", label: "Never" },
    ...weeks
      .toSorted((one, other) => one - other)
      .map((week) => ({ value: String(week), label: String(week) })),
  ];
}
