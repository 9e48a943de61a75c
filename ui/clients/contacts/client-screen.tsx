import { useQuery } from "@tanstack/react-query";
import ChevronLeft from "lucide-react/icons/chevron-left";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import type { Contact } from "#src/clients/contacts/contract.ts";
import { useApi } from "#ui/api.ts";
import { ClientAppointments } from "#ui/clients/parts/client-appointments.tsx";
import { Card, CardBody, CardHead } from "#ui/kit/card.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { LoadFailed } from "#ui/shell/data/load-failed.tsx";
import { Bar } from "#ui/shell/layout/bar.tsx";
import { NotFound } from "#ui/shell/layout/not-found.tsx";
import { Page } from "#ui/shell/layout/page.tsx";
import { type ClientDialog, ClientDialogs } from "./client-dialogs.tsx";
import { ClientHead } from "./client-head.tsx";
import { ClientHistory } from "./client-history.tsx";
import { clientQuery, parseId } from "./client-queries.ts";

export function ClientScreen() {
  const [pathname] = useLocation();
  const id = parseId(pathname);
  const query = useQuery(clientQuery(useApi(), id));
  const { data: contact, error } = query;

  return (
    <>
      <Bar title="Client" />
      {contact === null ? (
        <NotFound home="/contacts" level={2} />
      ) : (
        <Page label="Client">
          <div className="mx-auto max-w-250">
            <Link
              href="/contacts"
              className="sm dim flex items-center min-w-0 mb-3 min-h-6 w-fit gap-1 hover:text-ink hover:underline"
            >
              <Icon of={ChevronLeft} />
              All contacts
            </Link>
            {contact ? (
              // Keyed by the client, so that unsaved input is not carried over.
              <Client key={id} contact={contact} />
            ) : error ? (
              <LoadFailed query={query} />
            ) : (
              <ClientSkeleton />
            )}
          </div>
        </Page>
      )}
    </>
  );
}

function Client({ contact }: { contact: Contact }) {
  const [opened, setOpened] = useState<ClientDialog>();
  return (
    <>
      <ClientHead contact={contact} onOpen={setOpened} />
      <ClientAppointments
        contactId={contact.id}
        layout={(list) => (
          <Card className="mb-4">
            <CardHead title="Appointments" />
            <CardBody>{list}</CardBody>
          </Card>
        )}
      />
      <ClientHistory contact={contact} />
      <ClientDialogs contact={contact} opened={opened} onClose={() => setOpened(undefined)} />
    </>
  );
}

function ClientSkeleton() {
  return (
    <div className="grid gap-4" aria-busy="true">
      <div className="card flex min-h-35 items-center gap-4 p-5">
        <Skeleton width={64} height={64} round />
        <div className="flex flex-col flex-1 min-w-0 gap-2.5">
          <Skeleton width="40%" height={16} />
          <Skeleton width="25%" />
        </div>
      </div>
      <div className="card grid gap-4 p-5">
        <Skeleton width="70%" />
        <Skeleton width="55%" />
        <Skeleton width="62%" />
      </div>
    </div>
  );
}
