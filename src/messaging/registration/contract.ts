import * as z from "zod/mini";
import { file, get, post, put } from "#src/shared/endpoint.ts";
import { Email, Line, WebAddress, whole } from "#src/shared/field-shapes.ts";

const DEFAULT_OFFERS_PER_MONTH = 4;

export const BUSINESS_TYPES = [
  "Sole Proprietorship",
  "Partnership",
  "Limited Liability Corporation",
  "Corporation",
  "Co-operative",
  "Non-profit Corporation",
] as const;

/** The answers that the carriers' forms require and Settings lack. */
export const Details = z.object({
  legalName: z._default(Line(255), ""),
  businessType: z._default(z.union([z.literal(""), z.enum(BUSINESS_TYPES)]), ""),
  ein: z._default(
    Line(20).check(z.regex(/^$|^\d{2}-?\d{7}$/, "An EIN has nine digits, such as 12-3456789")),
    "",
  ),
  website: z._default(WebAddress, ""),
  contactFirstName: z._default(Line(100), ""),
  contactLastName: z._default(Line(100), ""),
  contactTitle: z._default(Line(100), ""),
  contactEmail: z._default(Email, ""),
  contactPhone: z._default(Line(40), ""),
  /** Part of the wording that clients agree to. */
  offersPerMonth: z._default(whole("Offers", 1, 31), DEFAULT_OFFERS_PER_MONTH),
});
export type Details = z.infer<typeof Details>;

const SheetField = z.object({
  id: z.string(),
  label: z.string(),
  value: z.string(),
  min: z.nullable(z.number()),
  max: z.nullable(z.number()),
  /** What to do when the value is empty. */
  missing: z.string(),
});
export type SheetField = z.infer<typeof SheetField>;

const SheetPart = z.object({
  id: z.string(),
  title: z.string(),
  hint: z.string(),
  fields: z.array(SheetField),
});
export type SheetPart = z.infer<typeof SheetPart>;

const StatusPart = z.object({
  title: z.string(),
  state: z.enum(["approved", "pending", "refused", "suspended", "missing"]),
  /** One plain sentence. */
  message: z.string(),
  /** What to do next; empty when there is nothing. */
  next: z.string(),
});
export type StatusPart = z.infer<typeof StatusPart>;

const Approval = z.object({
  /** Empty before the first look, and where no registration is needed. */
  parts: z.array(StatusPart),
  checkedAt: z.nullable(z.string()),
  /** Why the last look failed, or why there was none. */
  problem: z.nullable(z.string()),
  details: Details,
  sheet: z.array(SheetPart),
  /** Addresses of the public pages. */
  pages: z.object({ texts: z.string(), privacy: z.string(), terms: z.string() }),
});
export type Approval = z.infer<typeof Approval>;

export const registration = {
  read: get("/api/texting-approval", { reply: Approval, reads: ["settings"] }),
  /** Asks Twilio again. */
  check: post("/api/texting-approval/check", { reply: Approval, changes: ["settings"] }),
  saveDetails: put("/api/texting-approval/details", {
    body: Details,
    reply: Approval,
    changes: ["settings"],
  }),
  sheetPdf: file("/api/texting-approval/sheet.pdf"),
  /** For the desk, with a QR code of the sign-up page. */
  posterPdf: file("/api/texting-approval/poster.pdf"),
};
