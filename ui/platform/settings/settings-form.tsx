import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { FormProvider, type Resolver, useForm } from "react-hook-form";
import type { Settings } from "#src/platform/settings/contract.ts";
import type { SettingsChange } from "#src/platform/settings/table-contract.ts";
import { fieldErrorsOf, useApi } from "#ui/api.ts";
import { lazy, useLazy } from "#ui/kit/lazy.ts";
import { showNotLoaded } from "#ui/kit/lazy-dialog.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { fieldOf } from "#ui/messaging/settings/template-fields.ts";
import { useAct } from "#ui/shell/data/act.ts";
import { shellSettingsQuery } from "#ui/shell/data/queries.ts";
import { loadSettings } from "#ui/shell/settings-contract.ts";
import { ConnectionsCard } from "./connections-card.tsx";
import { type SettingsValues, toFormValues } from "./form-values.ts";
import { LazyPlaceholder } from "./lazy-placeholder.tsx";
import { SaveBar } from "./save-bar.tsx";
import { SectionList, SectionSelect } from "./section-nav.tsx";

const FORM = "settings-form";
// Needed only after an edit.
const guard = lazy(async () => (await import("./leave-guard.tsx")).LeaveGuard);
// Half of the page's code, all of it below the fold.
const formCards = lazy(async () => (await import("./lazy-cards.tsx")).FormCards);
const otherCards = lazy(async () => (await import("./lazy-cards.tsx")).OtherCards);
/** Loaded with the first save: the shapes and messages of every field. */
const resolver: Resolver<SettingsValues, SettingsValues, SettingsChange> = async (...form) =>
  (await import("./resolver.ts")).resolver(...form);

export function SettingsForm({ settings }: { settings: Settings }) {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  const element = useRef<HTMLFormElement>(null);
  const saved = useMemo(() => toFormValues(settings), [settings]);
  const form = useForm<SettingsValues, SettingsValues, SettingsChange>({
    defaultValues: saved,
    values: saved,
    // Another user's save updates the fields that are not being edited.
    resetOptions: { keepDirtyValues: true },
    context: saved,
    resolver,
  });
  const dirty = Object.keys(form.formState.dirtyFields).length > 0;
  const Guard = useLazy(dirty, guard, () => undefined);
  const FormCards = useLazy(true, formCards, showOffline);
  const OtherCards = useLazy(true, otherCards, () => undefined);
  useEffect(() => {
    // The target of the address has moved, because the cards above it were loaded.
    const { hash } = location;
    if (FormCards && hash.length > 1) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [FormCards]);

  const save = useAct(async () => (await loadSettings()).save, {
    done: "Settings saved",
    onDone(next) {
      form.reset(toFormValues(next), { keepDirtyValues: false });
      client.setQueryData(shellSettingsQuery(api).queryKey, next);
      keepFocus();
    },
    errors(error) {
      Object.entries(fieldErrorsOf(error)).forEach(([path, message], at) => {
        form.setError(fieldOf(path), { message }, { shouldFocus: at === 0 });
      });
      return {};
    },
  });

  function discard() {
    form.reset(saved, { keepDirtyValues: false });
    keepFocus();
  }

  function showOffline() {
    showNotLoaded(toasts);
  }

  /** Moves the focus, because the save bar that had it is removed. */
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
              onSubmit={(event) =>
                void form
                  .handleSubmit((change) => save.run({ body: change }))(event)
                  .catch(showOffline)
              }
            >
              <ConnectionsCard settings={settings} />
              {FormCards ? (
                <FormCards settings={settings} />
              ) : (
                <LazyPlaceholder from="twilio" until="reminder" />
              )}
            </form>
            {OtherCards ? (
              <OtherCards settings={settings} />
            ) : (
              <LazyPlaceholder from="zapier" until="clear-appointments" />
            )}
          </div>
        </div>
        {dirty && <SaveBar form={FORM} saving={save.isPending} onDiscard={discard} />}
      </div>
      {Guard && <Guard active={dirty} />}
    </FormProvider>
  );
}
