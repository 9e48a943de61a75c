import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import { FormProvider, useForm } from "react-hook-form";
import {
  settings as endpoints,
  type Settings,
  type SettingsChange,
} from "#src/settings/contract.ts";
import { ApiError, useCall, wordsOf } from "#ui/api.ts";
import { useLate } from "#ui/kit/late.ts";
import { useToasts } from "#ui/kit/toasts.tsx";
import { shellSettingsQuery } from "#ui/shell/queries.ts";
import {
  ClearAppointmentsCard,
  EmployeesCard,
  ImportAppointmentsCard,
} from "./appointment-cards.tsx";
import { BackupCard } from "./backup-card.tsx";
import { BusinessCard } from "./business-card.tsx";
import { ConnectionsCard } from "./connections-card.tsx";
import { CostCard } from "./cost-card.tsx";
import { DeliverabilityCard } from "./deliverability-card.tsx";
import { fieldOf, resolver, type SettingsValues, valuesOf } from "./form-values.ts";
import { ManualCheckCard } from "./manual-check-card.tsx";
import { PaceCard } from "./pace-card.tsx";
import { SaveBar } from "./save-bar.tsx";
import { SectionList, SectionSelect } from "./section-nav.tsx";
import { SmtpCard } from "./smtp-card.tsx";
import { TemplateCard } from "./template-card.tsx";
import { TwilioCard } from "./twilio-card.tsx";
import { WebhookCard } from "./webhook-card.tsx";
import { ZapierCard } from "./zapier-card.tsx";

const FORM = "settings-form";
// Nobody who only looks needs it.
const loadGuard = async () => (await import("./leave-guard.tsx")).LeaveGuard;

export function SettingsForm({ settings }: { settings: Settings }) {
  const call = useCall();
  const client = useQueryClient();
  const toasts = useToasts();
  const element = useRef<HTMLFormElement>(null);
  const saved = useMemo(() => valuesOf(settings), [settings]);
  const form = useForm<SettingsValues, SettingsValues, SettingsChange>({
    defaultValues: saved,
    values: saved,
    // Somebody else's save comes in beside what is being typed here.
    resetOptions: { keepDirtyValues: true },
    context: saved,
    resolver,
  });
  const dirty = Object.keys(form.formState.dirtyFields).length > 0;
  const Guard = useLate(dirty, loadGuard, () => undefined);

  const save = useMutation({
    mutationFn: (change: SettingsChange) => call(endpoints.save, { body: change }),
    onSuccess(next) {
      form.reset(valuesOf(next), { keepDirtyValues: false });
      client.setQueryData(shellSettingsQuery(call).queryKey, next);
      toasts.show({ title: "Settings saved" });
      keepFocus();
    },
    onError(error) {
      toasts.show({ title: "Error", description: wordsOf(error), kind: "destructive" });
      if (error instanceof ApiError)
        Object.entries(error.errors).forEach(([path, message], at) => {
          form.setError(fieldOf(path), { message }, { shouldFocus: at === 0 });
        });
    },
  });

  function discard() {
    form.reset(saved, { keepDirtyValues: false });
    keepFocus();
  }

  /** The save bar goes, and the focus would go with it. */
  function keepFocus() {
    element.current?.focus({ preventScroll: true });
  }

  return (
    <FormProvider {...form}>
      <div className="relative">
        <div className="mx-auto grid max-w-250 grid-cols-[208px_minmax(0,1fr)] gap-8 @max-[720px]/page:grid-cols-1 @max-[720px]/page:gap-4">
          <SectionList />
          <div className="flex min-w-0 flex-col gap-4">
            <p className="dim">Set up your telephony provider, mail server and rate limiting.</p>
            <SectionSelect />
            <form
              ref={element}
              id={FORM}
              tabIndex={-1}
              noValidate
              className="flex flex-col gap-4 outline-none"
              aria-label="Settings"
              onSubmit={(event) => void form.handleSubmit((change) => save.mutate(change))(event)}
            >
              <ConnectionsCard settings={settings} />
              <BusinessCard />
              <TwilioCard settings={settings} />
              <SmtpCard settings={settings} />
              <PaceCard />
              <CostCard />
              <DeliverabilityCard />
              <TemplateCard />
              <WebhookCard settings={settings} />
            </form>
            <ZapierCard settings={settings} />
            <ManualCheckCard />
            <EmployeesCard />
            <ImportAppointmentsCard />
            <BackupCard />
            <ClearAppointmentsCard />
          </div>
        </div>
        {dirty && <SaveBar form={FORM} saving={save.isPending} onDiscard={discard} />}
      </div>
      {Guard && <Guard active={dirty} />}
    </FormProvider>
  );
}
