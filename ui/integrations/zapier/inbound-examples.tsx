import ChevronDown from "lucide-react/icons/chevron-down";
import Copy from "lucide-react/icons/copy";
import { useRef } from "react";
import { curlOf, INBOUND_KINDS, type InboundKind } from "#src/integrations/zapier/contract.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { CopyField, useCopy } from "#ui/platform/settings/copy-field.tsx";

/** Each kind of request: purpose and address; expanded, its fields and an example. */
export function InboundExamples({ base, className }: { base: string; className: string }) {
  return (
    <div className={className}>
      {INBOUND_KINDS.map((kind) => (
        <details
          key={kind.id}
          name="inbound"
          className="group border-line border-t first:border-t-0"
        >
          <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 px-4 py-1.5 -outline-offset-2 hover:bg-hover [&::-webkit-details-marker]:hidden">
            <span className="flex-1 min-w-0">
              <span className="h3 block">{kind.title}</span>
              <code className="xs faint block break-all font-mono">{kind.path}</code>
            </span>
            <Icon of={ChevronDown} className="faint flex-none group-open:rotate-180" />
          </summary>
          <Kind kind={kind} base={base} />
        </details>
      ))}
    </div>
  );
}

function Kind({ kind, base }: { kind: InboundKind; base: string }) {
  const example = useRef<HTMLPreElement>(null);
  const copy = useCopy(example);
  const curl = curlOf(kind, base);

  return (
    <div className="flex min-w-0 flex-col gap-3 px-4 pt-1 pb-4">
      <p className="sm dim">{kind.description}</p>
      <CopyField label={`Address for ${kind.title.toLowerCase()}`} base={base} path={kind.path} />
      <div>
        <h3 className="mb-1 font-label text-base">Fields</h3>
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
        <div className="flex items-center gap-2 min-w-0">
          <h3 className="font-label text-base">Example</h3>
          <span className="flex-1 min-w-0" />
          <IconButton
            icon={Copy}
            size="tiny"
            label={`Copy the example for ${kind.title.toLowerCase()}`}
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
