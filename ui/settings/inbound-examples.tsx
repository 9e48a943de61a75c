import Copy from "lucide-react/icons/copy";
import { useRef, useState } from "react";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { Select } from "#ui/kit/select.tsx";
import { CopyField } from "./copy-field.tsx";
import { curlOf, INBOUND_KINDS } from "./inbound-fields.ts";
import { useCopy } from "./use-copy.ts";

/** Address, fields and a call to paste, of the kind that is chosen. */
export function InboundExamples({ base }: { base: string }) {
  const [id, setId] = useState(INBOUND_KINDS[0]?.id);
  const example = useRef<HTMLPreElement>(null);
  const copy = useCopy(example);
  const kind = INBOUND_KINDS.find((one) => one.id === id);
  if (!kind) return null;
  const curl = curlOf(kind, base);

  return (
    <div className="flex min-w-0 flex-col gap-3">
      <Select
        aria-label="Kind of call"
        value={id}
        onValueChange={setId}
        options={INBOUND_KINDS.map((one) => ({ value: one.id, label: one.title }))}
      />
      <p className="sm dim">{kind.words}</p>
      <CopyField label="Address (POST)" base={base} path={kind.path} />
      <div>
        <h4 className="mb-1 font-label text-sm">Fields</h4>
        <ul className="flex flex-wrap gap-1.5">
          <li className="chip">api_key</li>
          {kind.fields.map(({ name, optional }) => (
            <li key={name} className="chip">
              {name}
              {optional && <span className="faint">optional</span>}
            </li>
          ))}
        </ul>
      </div>
      <div>
        <div className="row">
          <h4 className="font-label text-sm">Example</h4>
          <span className="grow" />
          <IconButton
            icon={Copy}
            size="tiny"
            label="Copy the example"
            onClick={() => void copy(curl)}
          />
        </div>
        <pre
          ref={example}
          className="mt-1 whitespace-pre-wrap break-all rounded-md bg-sunken px-3 py-2 text-xs"
        >
          {curl}
        </pre>
      </div>
    </div>
  );
}
