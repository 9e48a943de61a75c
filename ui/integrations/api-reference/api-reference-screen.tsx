import { useQuery } from "@tanstack/react-query";
import ChevronDown from "lucide-react/icons/chevron-down";
import { type ReactNode, useDeferredValue, useState } from "react";
import {
  type ApiDocument,
  apiDocument,
  type Operation,
} from "#src/platform/api-document/contract.ts";
import { errorMessage, useApi } from "#ui/api.ts";
import { InboundExamples } from "#ui/integrations/zapier/inbound-examples.tsx";
import { Card, CardBody, CardHead } from "#ui/kit/card.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { ErrorNote } from "#ui/kit/notice.tsx";
import { SearchInput } from "#ui/kit/search-input.tsx";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { shellSettingsQuery } from "#ui/shell/data/queries.ts";
import { read } from "#ui/shell/data/read.ts";
import { Bar } from "#ui/shell/layout/bar.tsx";
import { Page } from "#ui/shell/layout/page.tsx";

/** Everything that programs can send to this server, from its OpenAPI document. */
export function ApiReferenceScreen() {
  const api = useApi();
  const { data: settings } = useQuery(shellSettingsQuery(api));
  const { data, error } = useQuery(read(api, apiDocument.read));
  // Three hundred requests are rendered in slices.
  const document = useDeferredValue(data);
  const [term, setTerm] = useState("");
  const base = (settings?.webhookBaseUrl || settings?.publicUrl || "").replace(/\/+$/, "");
  const groups = document ? toGroups(document, term) : [];
  return (
    <>
      <Bar title="API Reference" />
      <Page label="API Reference">
        <div className="grid max-w-250 grid-cols-1 gap-4">
          <Card aria-label="Webhook Requests">
            <CardHead title="Webhook Requests" />
            <CardBody className="flex min-w-0 flex-col gap-3">
              <p className="sm dim">
                Zapier and other programs send these with the API key from Settings, as JSON or as a
                form.
              </p>
              <InboundExamples base={base} />
            </CardBody>
          </Card>
          <div className="flex items-center gap-2 min-w-0 flex-wrap">
            <h2 className="h2 flex-1 min-w-0">All Requests</h2>
            <a href={apiDocument.read.path} className="sm text-accent-ink hover:underline">
              OpenAPI document
            </a>
          </div>
          <SearchInput label="Search requests" value={term} onValueChange={setTerm} />
          {error && !document && <ErrorNote>{errorMessage(error)}</ErrorNote>}
          {!document && !error && <Skeleton width={240} />}
          {document && groups.length === 0 && <p className="dim">No matching requests</p>}
          {document &&
            groups.map(({ tag, operations }) => (
              <Card key={tag} aria-label={tag}>
                <CardHead title={tag} />
                {operations.map((one) => (
                  <OperationRow key={one.operation.operationId} {...one} document={document} />
                ))}
              </Card>
            ))}
        </div>
      </Page>
    </>
  );
}

interface DocumentProps {
  document: ApiDocument;
}

/** One request; expanded, what it takes and answers. */
function OperationRow({ method, path, operation, document }: OneOperation & DocumentProps) {
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
      {open && <Details operation={withComponents(document, operation)} />}
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
          {parameters.filter(isParameter).map(({ name, required, schema }) => (
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
      {Object.entries(responses).map(([status, { description: text = "", content = {} }]) =>
        status === "4XX" ? (
          <Part key={status} title="Errors">
            <p className="sm dim whitespace-pre-line">{text}</p>
          </Part>
        ) : (
          <Part key={status} title={`${status} ${text}`}>
            {Object.entries(content).map(
              ([type, { schema }]) => schema !== undefined && <Schema key={type} of={schema} />,
            )}
          </Part>
        ),
      )}
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="font-label text-base">{title}</h3>
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

/** Puts the components that the document refers to in place of the references. */
function withComponents<Part>(document: ApiDocument, part: Part): Part {
  const text = JSON.stringify(part);
  return JSON.parse(text, (_, value) => {
    const [kind = "", name = ""] = /[^/]+\/[^/]+$/.exec(value?.$ref ?? "")?.[0].split("/") ?? [];
    const component = document.components[kind]?.[name];
    return component === undefined ? value : withComponents(document, component);
  }) as Part;
}

type Parameter = Exclude<NonNullable<Operation["parameters"]>[number], { $ref: string }>;

function isParameter(one: Parameter | { $ref: string }): one is Parameter {
  return "name" in one;
}

function typeOf(schema: Readonly<Record<string, unknown>>): string {
  const values = schema["enum"];
  return Array.isArray(values) ? values.join(" | ") : String(schema["type"] ?? "any");
}

interface OneOperation {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** The requests whose address, name or access contains the term, by tag. */
function toGroups({ paths }: ApiDocument, term: string) {
  const wanted = term.trim().toLowerCase();
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]): OneOperation => ({
        method: method.toUpperCase(),
        path,
        operation,
      }),
    ),
  );
  const matching = all.filter(({ method, path, operation }) =>
    `${method} ${path} ${operation.summary} ${operation.description}`
      .toLowerCase()
      .includes(wanted),
  );
  const groups = Map.groupBy(matching, ({ operation }) => operation.tags[0] ?? "");
  return [...groups].map(([tag, operations]) => ({ tag, operations }));
}
