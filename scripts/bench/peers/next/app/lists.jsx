"use client";
import Link from "next/link";
import { useState } from "react";

const day = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });
const time = new Intl.DateTimeFormat("en-US", { timeStyle: "short", timeZone: "UTC" });

export function ContactList({ contacts }) {
  const [selected, setSelected] = useState(new Set());
  const toggle = (id) => setSelected(new Set(selected).symmetricDifference(new Set([id])));
  return (
    <ul className="grid grid-cols-3 gap-3">
      {contacts.map((contact) => (
        <li key={contact.id} className="rounded-xl border bg-white p-4">
          <div className="flex items-center gap-3">
            <input
              type="checkbox"
              aria-label={`Select ${contact.name}`}
              checked={selected.has(contact.id)}
              onChange={() => toggle(contact.id)}
            />
            <span className="rounded-full px-2" aria-hidden="true">
              {contact.name.slice(0, 1)}
            </span>
            <Link href={`/contacts/${contact.id}`} prefetch={false} className="font-medium">
              {contact.name}
            </Link>
            {contact.optedOut && <span className="rounded bg-red-100 px-1">Opted out</span>}
            {contact.undeliverable && (
              <span className="rounded bg-amber-100 px-1">Undeliverable</span>
            )}
          </div>
          <p className="tabular-nums">{contact.phoneNumber}</p>
          {contact.email && <p>{contact.email}</p>}
          <ul className="flex gap-1">
            {contact.tags.map((tag) => (
              <li key={tag} className="rounded-full border px-2">
                {tag}
              </li>
            ))}
          </ul>
          <p className="text-sm">Added {day.format(new Date(contact.createdAt))}</p>
          <button type="button" aria-label={`More for ${contact.name}`}>
            <svg viewBox="0 0 24 24" width="16" height="16" aria-hidden="true">
              <circle cx="12" cy="12" r="2" />
            </svg>
          </button>
        </li>
      ))}
    </ul>
  );
}

export function Conversations({ conversations }) {
  return (
    <ul className="w-80 border-r">
      {conversations.map(({ id, name, preview, unread, createdAt }) => (
        <li key={id} className="border-b p-3">
          <Link href={`/inbox/${id}`} prefetch={false}>
            <span className="font-medium">{name}</span>
            <time dateTime={createdAt}>{day.format(new Date(createdAt))}</time>
            <p className="truncate">{preview}</p>
            {unread > 0 && <span className="rounded-full bg-blue-600 px-2">{unread}</span>}
          </Link>
        </li>
      ))}
    </ul>
  );
}

export function Thread({ messages }) {
  return (
    <ol className="flex flex-1 flex-col gap-2">
      {messages.map(({ id, inbound, body, at }) => (
        <li key={id} className={inbound ? "self-start" : "self-end"}>
          <p className="rounded-2xl bg-neutral-200 px-3 py-2">{body}</p>
          <time dateTime={at}>{time.format(new Date(at))}</time>
        </li>
      ))}
    </ol>
  );
}

export function CampaignList({ campaigns }) {
  return (
    <ul className="flex flex-col gap-3">
      {campaigns.map(({ id, name, sent, failed, replies }) => (
        <li key={id} className="rounded-xl border p-4">
          <Link href={`/campaigns/${id}`} prefetch={false} className="font-medium">
            {name}
          </Link>
          <p>
            {sent.toLocaleString("en-US")} sent, {failed.toLocaleString("en-US")} failed,{" "}
            {replies.toLocaleString("en-US")} replies
          </p>
          <progress max={sent + failed} value={sent} />
        </li>
      ))}
    </ul>
  );
}
