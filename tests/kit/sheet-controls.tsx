import FlaskConical from "lucide-react/icons/flask-conical";
import Moon from "lucide-react/icons/moon";
import { type CSSProperties, useState } from "react";
import { Card, CardBody, CardHead } from "#ui/kit/card.tsx";
import { Checkbox } from "#ui/kit/checkbox.tsx";
import { Chip, RemovableChip } from "#ui/kit/chip.tsx";
import { Field } from "#ui/kit/field.tsx";
import { Input } from "#ui/kit/input.tsx";
import { Kbd } from "#ui/kit/kbd.tsx";
import { Note } from "#ui/kit/notice.tsx";
import { SecretField } from "#ui/kit/secret-field.tsx";
import { Segmented } from "#ui/kit/segmented.tsx";
import { Select } from "#ui/kit/select.tsx";
import { Switch } from "#ui/kit/switch.tsx";
import { Textarea } from "#ui/kit/textarea.tsx";

export function SheetControls() {
  return (
    <>
      <Colors />
      <Fields />
      <Notices />
      <Choices />
      <Settings />
    </>
  );
}

const COLORS =
  "canvas surface raised overlay sunken line line-2 control ink-3 ink-2 ink accent accent-hover accent-ink accent-soft accent-line focus good busy wait bad off";

function Colors() {
  return (
    <Card className="col-span-full">
      <CardHead title="Colors" />
      <CardBody className="grid grid-cols-11 gap-1.5 @max-[760px]/page:grid-cols-6">
        {COLORS.split(" ").map((name) => {
          const style: CSSProperties = { background: `var(--${name})` };
          return (
            <i
              key={name}
              title={name}
              className="h-9 rounded-md shadow-[inset_0_0_0_1px_var(--line-2)]"
              style={style}
            />
          );
        })}
      </CardBody>
    </Card>
  );
}

function Fields() {
  return (
    <Card>
      <CardHead title="Fields" />
      <CardBody className="flex flex-wrap items-start gap-2.5">
        <Field label="Name" className="flex-1 min-w-0">
          <Input placeholder="Full name" />
        </Field>
        <Field label="Phone number" error="Invalid phone number format" className="flex-1 min-w-0">
          <Input defaultValue="512" />
        </Field>
        <div className="flex items-center min-w-0 flex-wrap w-full gap-5">
          <Checkbox defaultChecked>Select all</Checkbox>
          <Checkbox mixed>Some</Checkbox>
          <Switch defaultChecked>On</Switch>
          <Switch>Off</Switch>
        </div>
      </CardBody>
    </Card>
  );
}

function Notices() {
  return (
    <Card>
      <CardHead title="Notices" />
      <CardBody className="flex flex-wrap items-center gap-2.5">
        <Note tone="accent" icon={FlaskConical} className="w-full">
          Simulated carrier: texts stay on this computer until Twilio is connected.
        </Note>
        <Note tone="wait" icon={Moon} className="w-full">
          Quiet hours: 118 texts wait until 9:00 AM.
        </Note>
        <span className="tip">Ctrl B</span>
        <Chip>Facial</Chip>
        <Kbd>Ctrl K</Kbd>
        <RemovableChip label="Brow Bar" onRemove={() => undefined} />
      </CardBody>
    </Card>
  );
}

const SHOWN = [
  { value: "all", label: "All" },
  { value: "sending", label: "Sending" },
  { value: "completed", label: "Completed" },
] as const;

const ZONES = [
  { value: "America/Chicago", label: "Central" },
  { value: "America/New_York", label: "Eastern" },
  { value: "Antarctica/Troll", label: "Troll", disabled: true },
];

function Choices() {
  const [shown, setShown] = useState<(typeof SHOWN)[number]["value"]>("all");
  const [zone, setZone] = useState<string>();
  const [facials, setFacials] = useState(true);

  return (
    <Card>
      <CardHead title="Choices" />
      <CardBody className="grid gap-4">
        <Segmented
          label="Show"
          className="justify-self-start"
          value={shown}
          onValueChange={setShown}
          options={SHOWN}
        />
        <Field label="Time zone" hint="Quiet hours follow it.">
          <Select value={zone} onValueChange={setZone} options={ZONES} placeholder="Choose one" />
        </Field>
        <div className="flex items-center gap-2 min-w-0">
          <Chip pressed={facials} onClick={() => setFacials(!facials)}>
            Facials
          </Chip>
        </div>
      </CardBody>
    </Card>
  );
}

function Settings() {
  const [token, setToken] = useState<string>();
  return (
    <Card>
      <CardHead title="Settings" />
      <CardBody className="grid gap-4">
        <SecretField
          label="Auth token"
          hint="Stored encrypted. Only the last four characters can be shown."
          lastFour="9b41"
          value={token}
          onValueChange={setToken}
        />
        <Field label="Message" hint="160 characters are one text.">
          <Textarea placeholder="Hi {firstName}" />
        </Field>
      </CardBody>
    </Card>
  );
}
