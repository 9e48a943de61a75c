import { useQueryClient } from "@tanstack/react-query";
import { type ComponentType, useEffect, useMemo, useRef, useState } from "react";
import { FormProvider, type Resolver, useForm } from "react-hook-form";
import { useLocation } from "wouter";
import type { Settings } from "#src/platform/settings/contract.ts";
import type { SettingsChange } from "#src/platform/settings/shapes-contract.ts";
import { fieldErrorsOf, useApi } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { type Lazy, lazy, useLazy } from "#ui/kit/lazy.ts";
import { showNotLoaded } from "#ui/kit/lazy-dialog.tsx";
import { useLazyPart } from "#ui/kit/lazy-part.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { fieldOf } from "#ui/messaging/settings/template-fields.ts";
import { useAct } from "#ui/shell/data/act.ts";
import { isTypingElsewhere } from "#ui/shell/data/error-toast.ts";
import { shellSettingsQuery } from "#ui/shell/data/queries.ts";
import { useWas } from "#ui/shell/form/was.ts";
import { goToAnchor } from "#ui/shell/layout/anchor.ts";
import { Page } from "#ui/shell/layout/page.tsx";
import { loadSettings } from "#ui/shell/settings-contract.ts";
import { changedFields, type SettingsValues, toFormValues } from "./form-values.ts";
import { GroupTabs } from "./group-tabs.tsx";
import { SectionCard } from "./section-card.tsx";
import { SectionList } from "./section-nav.tsx";
import { type GroupId, SECTIONS, sectionsOf, settingsHref } from "./sections.ts";

const FORM = "settings-form";
// Needed only after an edit.
const guard = lazy(async () => (await import("#ui/kit/leave-guard.tsx")).LeaveGuard);
/** Loaded with the first save: the shapes and messages of every field. */
const resolver: Resolver<SettingsValues, SettingsValues, SettingsChange> = async (...form) =>
  (await import("./resolver.ts")).resolver(...form);

export interface CardsProps {
  settings: Settings;
}

export interface SettingsCards {
  group: GroupId;
  /** The first card, which comes with the page. */
  first?: ComponentType<CardsProps>;
  /** The other cards of the form, below the fold. */
  form: Lazy<CardsProps>;
  /** Below the form: these apply at once. */
  tools?: Lazy<CardsProps>;
}

const NONE = lazy<CardsProps>(async () => () => null);

export function SettingsForm(props: SettingsCards & CardsProps) {
  const { group, settings, first: First, form: lateForm, tools = NONE } = props;
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
    shouldFocusError: false,
    context: saved,
    resolver,
  });
  const dirty = Object.keys(form.formState.dirtyFields).length > 0;
  const Guard = useLazy(dirty, guard);
  const Late = useLazyPart(lateForm);
  const Tools = useLazy(true, tools);
  useSectionOfAddress(group, Late !== undefined && Tools !== undefined);

  const { wasOf, onError, onSaved } = useWas(settings, !dirty);
  const submitted = useRef(saved);
  const pressed = useRef<Element>(null);
  const changesSinceSubmit = () => changedFields(submitted.current, form.getValues());
  const save = useAct(async () => (await loadSettings()).save, {
    done: "Settings saved",
    onDone(next, { body }) {
      const typed = changesSinceSubmit();
      onSaved(next, body);
      form.reset(toFormValues(next), { keepDirtyValues: false });
      for (const [name, value] of typed) form.setValue(name, value, { shouldDirty: true });
      client.setQueryData(shellSettingsQuery(api).queryKey, next);
      keepFocus();
    },
    errors(error) {
      onError(error);
      for (const [path, message] of Object.entries(fieldErrorsOf(error)))
        form.setError(fieldOf(path), { message });
      showInvalid();
      return {};
    },
  });

  function discard() {
    form.reset(saved, { keepDirtyValues: false });
    keepFocus();
  }

  const [refusals, setRefusals] = useState(0);
  function showInvalid() {
    // What is being typed would go into the refused field.
    if (!isTypingElsewhere(pressed.current) && changesSinceSubmit().length === 0)
      setRefusals((count) => count + 1);
  }
  // After the render that marks the invalid fields.
  useEffect(() => {
    if (refusals === 0) return;
    const field = element.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    field?.scrollIntoView({ block: "center" });
    field?.focus({ preventScroll: true });
  }, [refusals]);

  /** Moves the focus, because the save bar that had it is removed. */
  function keepFocus() {
    if (!element.current?.contains(document.activeElement))
      element.current?.focus({ preventScroll: true });
  }

  const submit = form.handleSubmit(
    (change) => save.run({ body: { ...change, was: wasOf(change) } }),
    showInvalid,
  );

  return (
    <FormProvider {...form}>
      <Page label="Settings">
        <div className="grid max-w-250 gap-4">
          <p className="dim @max-[760px]/page:hidden">
            Your salon, your phone provider, your mail server and how fast texts go out.
          </p>
          <GroupTabs group={group} />
          <div className="grid grid-cols-[208px_minmax(0,1fr)] items-start gap-8 @max-[760px]/page:grid-cols-1 @max-[760px]/page:gap-4">
            <SectionList group={group} />
            <div className="flex min-w-0 flex-col gap-4">
              <form
                ref={element}
                id={FORM}
                tabIndex={-1}
                noValidate
                className="flex flex-col gap-4 outline-none"
                aria-label="Settings"
                onSubmit={(event) => {
                  submitted.current = { ...form.getValues() };
                  pressed.current = document.activeElement;
                  submit(event).catch(() => showNotLoaded(toasts));
                }}
              >
                {First && <First settings={settings} />}
                {Late && <Late settings={settings} />}
              </form>
              {Tools && <Tools settings={settings} />}
              {!Late && <Placeholders group={group} after={First ? 1 : 0} />}
            </div>
          </div>
        </div>
      </Page>
      {dirty && <SaveBar form={FORM} saving={save.isPending} onDiscard={discard} />}
      {Guard && <Guard active={dirty} saving={save.isPending} />}
    </FormProvider>
  );
}

/** Cards whose code is loading, because the section list already links to them. */
function Placeholders({ group, after }: { group: GroupId; after: number }) {
  return sectionsOf(group)
    .slice(after)
    .map(({ id }) => (
      <SectionCard key={id} id={id}>
        <div className="h-40" aria-busy="true" />
      </SectionCard>
    ));
}

/** Goes to the section in the address, which may be on another page: the server's redirect keeps it. */
function useSectionOfAddress(group: GroupId, areCardsThere: boolean): void {
  const [, navigate] = useLocation();
  useEffect(() => {
    const id = location.hash.slice(1);
    const section = SECTIONS.find((one) => one.id === id);
    if (section && section.group !== group)
      navigate(settingsHref(id, location.search), { replace: true });
    else if (section && areCardsThere) goToAnchor(location.hash, null);
  }, [group, areCardsThere, navigate]);
}

interface SaveBarProps {
  /** The form's id, because the bar is outside the form. */
  form: string;
  saving: boolean;
  onDiscard: () => void;
}

/** Below the page instead of over it, so that it covers no field. */
function SaveBar({ form, saving, onDiscard }: SaveBarProps) {
  // The page is shorter now: the field that is being typed in may be below its end.
  useEffect(() => {
    document.activeElement?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <div className="save-bar flex flex-none items-center gap-3 border-line border-t bg-surface px-6 py-3 phone:px-4 phone:*:[.btn]:flex-1">
      <span className="dot wait no-phone" />
      <span className="sm dim no-phone" role="status">
        Unsaved changes
      </span>
      <span className="flex-1 min-w-0 no-phone" />
      <Button variant="quiet" disabled={saving} onClick={onDiscard}>
        Discard
      </Button>
      <Button type="submit" form={form} variant="primary" busy={saving && "Saving..."}>
        Save Settings
      </Button>
    </div>
  );
}
