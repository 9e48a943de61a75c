import type { ReactNode } from "react";
import {
  fillFields,
  hasFields,
  type MergeValues,
  SAMPLE_CLIENT,
} from "#src/shared/merge-fields.ts";
import { Avatar } from "#ui/kit/avatar.tsx";

interface PhoneFrameProps {
  businessName: string;
  /** Above the text. */
  when: string;
  /** The text as the client sees it. */
  children: ReactNode;
}

/** The upper half of a client's phone with one text. */
export function PhoneFrame({ businessName, when, children }: PhoneFrameProps) {
  return (
    <div className="flex min-h-68 flex-1 rounded-t-[36px] border border-line-2 border-b-0 bg-canvas p-2 pb-0 [mask:linear-gradient(#000_calc(100%-48px),transparent)] phone:min-h-63">
      <div className="flex flex-1 flex-col overflow-hidden rounded-t-[28px] pb-14 border border-line border-b-0 bg-surface">
        <div className="flex flex-col items-center gap-1 border-line border-b px-3 pt-3 pb-2.5">
          <Avatar id="business" name={businessName.slice(0, 1)} />
          <span className="xs dim">{businessName || "Your business"}</span>
        </div>
        <p className="xs faint px-3 pt-2.5 pb-2 text-center">{when}</p>
        <p className="mx-3 mt-0.5 max-w-[88%] self-start whitespace-pre-wrap break-words rounded-[18px_18px_18px_5px] bg-trough px-3.25 py-2.25 text-base leading-[19px]">
          {children}
        </p>
      </div>
    </div>
  );
}

/** Marks a filled-in field, so that one client's name is not mistaken for fixed text. */
export function FilledIn({ children }: { children: ReactNode }) {
  return <u className="border-accent-line border-b-[1.5px] no-underline">{children}</u>;
}

interface FilledMessageProps {
  message: string;
  client?: MergeValues;
}

/** A message as this client reads it, or a sample client. */
export function FilledMessage({ message, client = SAMPLE_CLIENT }: FilledMessageProps) {
  return message.split(/(\{+[^{}]*\}+)/).map((part, at) =>
    hasFields(part) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part is known by its place
      <FilledIn key={at}>{fillFields(part, client)}</FilledIn>
    ) : (
      part
    ),
  );
}
