import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ContactUpdate } from "#src/clients/contact-updates/contract.ts";
import { useApi } from "#ui/api.ts";
import { SearchInput } from "#ui/kit/search-input.tsx";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { contactSearchQuery } from "#ui/shell/data/contact-search.ts";
import { useDebounced } from "#ui/shell/data/debounce.ts";
import { LoadFailed } from "#ui/shell/data/load-failed.tsx";
import { ApproveDialog } from "./approve-dialog.tsx";
import { type Applicable, ContactChoice } from "./contact-choice.tsx";
import { suggestionsQuery } from "./queries.ts";

const SHOWN = 20;

/** Chooses the contact: first those with the number or name, then search results. */
export function ApplyTo({ request, onDone }: { request: ContactUpdate; onDone: () => void }) {
  const api = useApi();
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState<Applicable>();
  const q = useDebounced(text.trim());
  const suggested = useQuery(suggestionsQuery(api, request.id));
  const found = useQuery({ ...contactSearchQuery(api, q, SHOWN), enabled: q !== "" });
  const searching = text.trim() !== "";
  const { data, error } = searching ? found : suggested;
  const matches: readonly Applicable[] | undefined = searching
    ? found.data?.contacts
    : suggested.data;

  return (
    <>
      <h3 className="h3 mt-6">Which contact is this?</h3>
      <p className="sm dim mb-3">
        The contact you choose gets this name and number. No text is sent.
      </p>
      <SearchInput
        label="Search contacts"
        placeholder="Search contacts by name or phone"
        value={text}
        onValueChange={setText}
      />
      <h3 className="eyebrow mt-5 mb-1.5" aria-live="polite">
        {searching ? "Contacts found" : "Suggested matches"}
      </h3>
      {error && !data ? (
        <LoadFailed query={searching ? found : suggested} />
      ) : !matches ? (
        <p aria-busy="true">
          <Skeleton height={56} />
        </p>
      ) : matches.length === 0 ? (
        <p className="dim py-3 text-sm" role="status">
          {searching
            ? "No contacts found"
            : "No contact has this number or name. Search for the right one."}
        </p>
      ) : (
        <ul className="card overflow-hidden">
          {matches.map((contact) => (
            <ContactChoice
              key={contact.id}
              contact={contact}
              request={request}
              onChoose={() => setChosen(contact)}
            />
          ))}
        </ul>
      )}
      {chosen && (
        <ApproveDialog
          request={request}
          contact={chosen}
          onClose={() => setChosen(undefined)}
          onDone={onDone}
        />
      )}
    </>
  );
}
