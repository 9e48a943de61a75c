import { useForm } from "react-hook-form";
import {
  BUSINESS_TYPES,
  type Details,
  registration,
} from "#src/messaging/registration/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { Field } from "#ui/kit/field.tsx";
import { Input } from "#ui/kit/input.tsx";
import { Select } from "#ui/kit/select.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { resolverOf } from "#ui/shell/form/form.ts";

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
export function RegistrationDetails({ details }: { details: Details }) {
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
