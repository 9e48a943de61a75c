import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { apiDocument } from "#src/platform/api-document/contract.ts";
import { errorMessage, useApi } from "#ui/api.ts";
import { InboundExamples } from "#ui/integrations/zapier/inbound-examples.tsx";
import { Card, CardBody, CardHead } from "#ui/kit/card.tsx";
import { ErrorNote } from "#ui/kit/notice.tsx";
import { SearchInput } from "#ui/kit/search-input.tsx";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { shellSettingsQuery } from "#ui/shell/data/queries.ts";
import { read } from "#ui/shell/data/read.ts";
import { Bar } from "#ui/shell/layout/bar.tsx";
import { Page } from "#ui/shell/layout/page.tsx";
import { OperationRow } from "./operation-row.tsx";
import { toGroups } from "./operations.ts";

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
        <div className="mx-auto grid max-w-220 grid-cols-1 gap-4">
          <Card aria-label="Webhook requests">
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
          {groups.map(({ tag, operations }) => (
            <Card key={tag} aria-label={tag}>
              <CardHead title={tag} />
              {operations.map((one) => (
                <OperationRow key={one.operation.operationId} {...one} />
              ))}
            </Card>
          ))}
        </div>
      </Page>
    </>
  );
}
