import { useQuery } from "@tanstack/react-query";
import ArrowRight from "lucide-react/icons/arrow-right";
import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleDashed from "lucide-react/icons/circle-dashed";
import Clock from "lucide-react/icons/clock";
import Info from "lucide-react/icons/info";
import { useForm } from "react-hook-form";
import {
  type Approval,
  BUSINESS_TYPES,
  type Details,
  registration,
  type StatusPart,
} from "#src/messaging/registration/contract.ts";
import { errorMessage, useApi } from "#ui/api.ts";
import { LookBadge, type StatusLook } from "#ui/kit/badge.tsx";
import { Button } from "#ui/kit/button.tsx";
import { buttonClass } from "#ui/kit/button-class.ts";
import { Field } from "#ui/kit/field.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { Input } from "#ui/kit/input.tsx";
import { ErrorNote, Note } from "#ui/kit/notice.tsx";
import { Select } from "#ui/kit/select.tsx";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { SectionCard, WIDE } from "#ui/platform/settings/section-card.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { read } from "#ui/shell/data/read.ts";
import { resolverOf } from "#ui/shell/form/form.ts";
import { RelativeTime } from "#ui/shell/format/relative-time.tsx";
import { RegistrationSheet } from "./registration-sheet.tsx";

/** The carriers' requirements and decisions. It has its own Save button, outside the settings form. */
export function GetApprovedCard() {
  const { data: approval, error } = useQuery(read(useApi(), registration.read));
  return (
    <SectionCard id="get-approved">
      <div className={`${WIDE} flex min-w-0 flex-col gap-5`}>
        {!approval && !error && <Skeleton width={240} />}
        {!approval && error && <ErrorNote>{errorMessage(error)}</ErrorNote>}
        {approval && (
          <>
            <RegistrationStatus approval={approval} />
            <section>
              <h3 className="h3">Sign-up page for clients</h3>
              <p className="sm dim mb-2">
                Carriers open it before they approve you. Clients reach it by link or by the poster.
              </p>
              <div className="flex items-center gap-2 min-w-0 flex-wrap">
                <a
                  className={buttonClass({})}
                  href={approval.pages.texts}
                  target="_blank"
                  rel="noreferrer"
                >
                  Open Sign-Up Page
                </a>
                <a
                  className={buttonClass({})}
                  href={registration.posterPdf.path}
                  target="_blank"
                  rel="noreferrer"
                >
                  Print QR Poster
                </a>
              </div>
            </section>
            <RegistrationDetails
              key={JSON.stringify(approval.details)}
              details={approval.details}
            />
            <RegistrationSheet sheet={approval.sheet} />
          </>
        )}
      </div>
    </SectionCard>
  );
}

const BADGES: Readonly<Record<StatusPart["state"], StatusLook>> = {
  approved: ["good", CircleCheck, "Approved"],
  pending: ["wait", Clock, "Waiting"],
  refused: ["bad", CircleAlert, "Refused"],
  suspended: ["bad", CircleAlert, "Suspended"],
  missing: ["off", CircleDashed, "Not submitted"],
};

/** What the carriers said, one plain sentence each, with the next step. */
function RegistrationStatus({ approval }: { approval: Approval }) {
  const check = useAct(registration.check);
  const problem = check.reply?.problem ?? approval.problem;
  return (
    <section className="flex flex-col gap-3">
      <div className="flex items-center gap-2 min-w-0 flex-wrap">
        <div className="flex-1 min-w-0 basis-60">
          <h3 className="h3">Registration</h3>
          <p className="sm dim">Carriers block texts from numbers that aren't registered.</p>
        </div>
        {approval.checkedAt && (
          <span className="xs faint">
            Checked <RelativeTime iso={approval.checkedAt} inline />
          </span>
        )}
        <Button busy={check.isPending && "Checking..."} onClick={() => check.run()}>
          {approval.checkedAt ? "Check Again" : "Check Now"}
        </Button>
      </div>
      <div role="status" className="empty:hidden">
        {problem && <Note icon={Info}>{problem}</Note>}
      </div>
      {approval.parts.length > 0 && (
        <ul className="rounded-md border border-line">
          {approval.parts.map((part) => (
            <Part key={part.title} {...part} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Part({ title, state, message, next }: StatusPart) {
  return (
    <li className="flex gap-2 min-w-0 items-start border-line border-t px-3 py-3 first:border-t-0">
      <div className="min-w-0 flex-1">
        <p className="h3">{title}</p>
        <p className="sm dim wrap-anywhere">{message}</p>
        {next && (
          <p className="sm flex gap-2 min-w-0 mt-1 items-start">
            <Icon of={ArrowRight} size="s" className="mt-1 flex-none" />
            {next}
          </p>
        )}
      </div>
      <LookBadge look={BADGES[state]} />
    </li>
  );
}

const FIELDS = [
  ["legalName", "Legal business name", "Exactly as on your tax documents."],
  ["ein", "EIN", "Nine digits, such as 12-3456789."],
  ["website", "Website", undefined],
  ["contactFirstName", "Your first name", undefined],
  ["contactLastName", "Your last name", undefined],
  ["contactTitle", "Your title", "For example, Owner."],
  ["contactEmail", "Email for carriers", undefined],
  ["contactPhone", "Phone for carriers", undefined],
] as const;

/** What the carriers' forms ask for and no other setting has. */
function RegistrationDetails({ details }: { details: Details }) {
  const { register, handleSubmit, setValue, watch, formState } = useForm<Details>({
    resolver: resolverOf(registration.saveDetails.body) as never,
    defaultValues: details,
  });
  const save = useAct(registration.saveDetails, { done: "Registration details saved" });
  const errors = { ...save.fieldErrors };
  const errorOf = (name: keyof Details) => formState.errors[name]?.message ?? errors[name];

  return (
    <section>
      <h3 className="h3 mb-3">Your business</h3>
      <form
        className="grid grid-cols-2 gap-4 @max-[560px]/page:grid-cols-1"
        noValidate
        onSubmit={handleSubmit((typed) =>
          save.run({ body: { ...typed, offersPerMonth: Number(typed.offersPerMonth) } }),
        )}
      >
        {FIELDS.map(([name, label, hint]) => (
          <Field key={name} label={label} hint={hint} error={errorOf(name)}>
            <Input autoComplete="off" {...register(name)} />
          </Field>
        ))}
        <Field label="Business type" error={errorOf("businessType")}>
          <Select
            value={watch("businessType") || undefined}
            onValueChange={(type) => setValue("businessType", type, { shouldDirty: true })}
            placeholder="Choose"
            options={BUSINESS_TYPES.map((type) => ({ value: type, label: type }))}
          />
        </Field>
        <Field
          label="Most offers per month"
          hint="Part of what clients agree to."
          error={errorOf("offersPerMonth")}
        >
          <Input
            type="number"
            inputMode="numeric"
            min={1}
            max={31}
            className="num"
            {...register("offersPerMonth", { valueAsNumber: true })}
          />
        </Field>
        <div className="col-span-full">
          <Button type="submit" disabled={!formState.isDirty} busy={save.isPending && "Saving..."}>
            Save Details
          </Button>
        </div>
      </form>
    </section>
  );
}
