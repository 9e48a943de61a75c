import ChevronDown from "lucide-react/icons/chevron-down";
import { type ReactNode, useState } from "react";
import { Icon } from "#ui/kit/icon.tsx";
import type { OneOperation } from "./operations.ts";

/** One request; expanded, what it takes and answers. */
export function OperationRow({ method, path, operation }: OneOperation) {
  const [open, setOpen] = useState(false);
  return (
    <details
      className="group border-line border-t [contain-intrinsic-size:auto_52px] [content-visibility:auto]"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 px-4 py-1.5 -outline-offset-2 hover:bg-hover [&::-webkit-details-marker]:hidden">
        <span className="chip flex-none">{method}</span>
        <span className="min-w-0 flex-1">
          <span className="h3 num block break-all">{path}</span>
          <span className="xs faint block">{operation.summary}</span>
        </span>
        <Icon of={ChevronDown} className="faint flex-none group-open:rotate-180" />
      </summary>
      {open && <Details operation={operation} />}
    </details>
  );
}

function Details({ operation }: Pick<OneOperation, "operation">) {
  const { description, parameters = [], requestBody, responses } = operation;
  return (
    <div className="flex min-w-0 flex-col gap-3 px-4 pt-1 pb-4">
      <p className="sm">{description}</p>
      {parameters.length > 0 && (
        <Part title="Parameters">
          {parameters.map(({ name, required, schema }) => (
            <p key={name} className="sm">
              <span className="h3 num">{name}</span>{" "}
              <span className="dim break-all">
                {required ? "required" : "optional"}, {typeOf(schema)}
              </span>
            </p>
          ))}
        </Part>
      )}
      {Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => (
        <Part key={type} title={`Body (${type})`}>
          <Schema of={schema} />
        </Part>
      ))}
      {Object.entries(responses).map(([status, { description: text, content = {} }]) => (
        <Part key={status} title={`${status} ${text}`}>
          {Object.entries(content).map(
            ([type, { schema }]) =>
              schema !== undefined && !isProblem(schema) && <Schema key={type} of={schema} />,
          )}
        </Part>
      ))}
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="font-label text-sm">{title}</h3>
      {children}
    </div>
  );
}

function Schema({ of: schema }: { of: unknown }) {
  return (
    <pre className="mt-1 max-h-80 overflow-auto whitespace-pre-wrap break-all rounded-md bg-sunken px-3 py-2 text-xs">
      {JSON.stringify(schema, null, 2)}
    </pre>
  );
}

/** The shape of every error. */
function isProblem(schema: unknown): boolean {
  return typeof schema === "object" && schema !== null && "$ref" in schema;
}

function typeOf(schema: Readonly<Record<string, unknown>>): string {
  const values = schema["enum"];
  return Array.isArray(values) ? values.join(" | ") : String(schema["type"] ?? "any");
}
