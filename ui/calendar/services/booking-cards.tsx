import { useQuery } from "@tanstack/react-query";
import Download from "lucide-react/icons/download";
import ExternalLink from "lucide-react/icons/external-link";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useState } from "react";
import { type Settings, settings } from "#src/platform/settings/contract.ts";
import { formatClock, toClock } from "#src/shared/clock-time.ts";
import { useApi } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { buttonClass } from "#ui/kit/button-class.ts";
import { Card, CardBody, CardHead } from "#ui/kit/card.tsx";
import { Checkbox } from "#ui/kit/checkbox.tsx";
import { Field } from "#ui/kit/field.tsx";
import { Form } from "#ui/kit/form.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { Input } from "#ui/kit/input.tsx";
import { Note } from "#ui/kit/notice.tsx";
import { CopyField } from "#ui/platform/settings/copy-field.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { shellSettingsQuery } from "#ui/shell/data/queries.ts";
import { bookingPageQuery } from "./booking-queries.ts";

const NUMBERS = [
  ["bookingNoticeHours", "Notice", "hours", "How far in advance clients must book."],
  ["bookingHorizonDays", "Booking window", "days", "How far ahead clients can book."],
  [
    "bookingCancellationHours",
    "Free cancellation",
    "hours before",
    "Until then, clients can reschedule, or cancel and get their deposit back.",
  ],
  [
    "waitlistOfferMinutes",
    "Waitlist offer",
    "minutes to reply",
    "How long we hold an offered time for a client on the waitlist.",
  ],
] as const;

/** The booking page's link, QR code and snippet, and the owner's rules. */
export function BookingCards() {
  const { data } = useQuery(shellSettingsQuery(useApi()));
  return (
    <>
      <Card aria-label="Your Booking Page">
        <CardHead title="Your Booking Page" />
        <CardBody>
          <BookingLink />
        </CardBody>
      </Card>
      <Card aria-label="Booking Rules">
        <CardHead title="Booking Rules" />
        <CardBody>{data && <Rules saved={data} />}</CardBody>
      </Card>
    </>
  );
}

function BookingLink() {
  const { data } = useQuery(bookingPageQuery(useApi()));
  if (!data) return null;
  const snippet = `<a href="${data.url}">Book online</a>`;
  return (
    <div className="flex flex-wrap items-start gap-4">
      <svg
        viewBox={`0 0 ${data.qr.size} ${data.qr.size}`}
        role="img"
        aria-label="QR code of the booking page"
        className="w-32 flex-none rounded-md outline outline-line"
        shapeRendering="crispEdges"
      >
        <rect width={data.qr.size} height={data.qr.size} fill="#fff" />
        <path d={data.qr.path} fill="#000" />
      </svg>
      <div className="grid min-w-60 flex-1 gap-3">
        <CopyField label="Booking page" base={data.url} path="" />
        <CopyField label="Button for your website" base={snippet} path="" />
        <div className="flex flex-wrap gap-2">
          <a className={buttonClass({})} href={data.url} target="_blank" rel="noreferrer">
            <Icon of={ExternalLink} />
            Open Page
          </a>
          <a
            className={buttonClass({})}
            href={`data:image/svg+xml,${encodeURIComponent(toSvg(data.qr))}`}
            download="booking-page.svg"
          >
            <Icon of={Download} />
            Download QR Code
          </a>
        </div>
        {isLocal(data.url) && (
          <Note tone="wait" icon={TriangleAlert}>
            This address works only on this computer. Before you print the code or share the link,{" "}
            <a className="link underline" href="/guide/install">
              give Parlor its public address
            </a>
            .
          </Note>
        )}
      </div>
    </div>
  );
}

/** The code as a file, with the white border that scanners need. */
function toSvg({ size, path }: { size: number; path: string }): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`;
}

function isLocal(url: string): boolean {
  return /^(?:localhost|127\.|\[::1\])/.test(new URL(url).hostname);
}

const DAY_MINUTES = 24 * 60;

/** Says which clients are reminded on the day before, but only after their deadline; empty for none. */
function describeReminder(saved: Settings, draft: string | undefined): string {
  const { appointmentReminderEnabled, appointmentReminderTime = "10:00" } = saved;
  const [hour = 0, minute = 0] = appointmentReminderTime.split(":").map(Number);
  const hours = Number(draft ?? saved.bookingCancellationHours);
  const late = hour * 60 + minute + hours * 60 - DAY_MINUTES;
  if (!appointmentReminderEnabled || !(late > 0)) return "";
  const visits =
    late >= DAY_MINUTES ? "every visit" : `visits before ${formatClock(toClock(late))}`;
  return `For ${visits}, the ${formatClock(appointmentReminderTime)} reminder goes out after this deadline, and says so.`;
}

function Rules({ saved }: { saved: Settings }) {
  const [draft, setDraft] = useState<Readonly<Record<string, string>>>({});
  const [approval, setApproval] = useState(saved.bookingApproval ?? false);
  const isDirty =
    approval !== (saved.bookingApproval ?? false) ||
    NUMBERS.some(
      ([name]) => draft[name] !== undefined && draft[name] !== String(saved[name] ?? ""),
    );
  const save = useAct(settings.save, {
    done: "Booking rules saved",
    errors: "Couldn't save the booking rules",
  });
  return (
    <Form
      className="grid gap-4"
      onSubmit={() => {
        const numbers = Object.entries(draft).map(([name, value]) => [name, Number(value)]);
        save.run({ body: { ...Object.fromEntries(numbers), bookingApproval: approval } });
      }}
    >
      <div className="grid grid-cols-2 gap-4 @max-[560px]/page:grid-cols-1">
        {NUMBERS.map(([name, label, unit, hint]) => (
          <Field
            key={name}
            label={
              <>
                {label}
                <span className="sr">, {unit}</span>
              </>
            }
            hint={
              name === "bookingCancellationHours"
                ? `${hint} ${describeReminder(saved, draft[name])}`.trim()
                : hint
            }
            error={save.fieldErrors[name]}
          >
            <div className="flex items-center gap-2">
              <Input
                inputMode="numeric"
                className="num w-20"
                value={draft[name] ?? String(saved[name] ?? "")}
                onValueChange={(value) => setDraft({ ...draft, [name]: value })}
              />
              <span className="dim" aria-hidden="true">
                {unit}
              </span>
            </div>
          </Field>
        ))}
      </div>
      <Checkbox checked={approval} onChange={() => setApproval(!approval)}>
        Approve each booking before it's confirmed
      </Checkbox>
      <div className="flex items-center gap-2 min-w-0 justify-end">
        <Button type="submit" disabled={!isDirty} busy={save.isPending && "Saving..."}>
          Save Rules
        </Button>
      </div>
    </Form>
  );
}
