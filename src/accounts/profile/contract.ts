import * as z from "zod/mini";
import { NewPassword } from "#src/accounts/sign-in/contract.ts";
import { EmailAddress } from "#src/shared/email-address.ts";
import { get, post, remove } from "#src/shared/endpoint.ts";

const Session = z.object({
  id: z.string(),
  /** Such as "Chrome on Windows". */
  device: z.string(),
  ip: z.nullable(z.string()),
  signedInAt: z.string(),
  /** Accurate to the hour. */
  lastSeenAt: z.string(),
  /** The session of this request. */
  current: z.boolean(),
});
export type Session = z.infer<typeof Session>;

const Account = z.object({
  username: z.string(),
  email: z.string(),
  /** Whether a code can be mailed to a new address. */
  canMail: z.boolean(),
  secondFactor: z.object({
    /** Null while it is off. */
    since: z.nullable(z.string()),
    recoveryCodesLeft: z.number(),
  }),
  sessions: z.array(Session),
});
export type Account = z.infer<typeof Account>;

const OwnPassword = z.string().check(z.minLength(1, "Enter your password"), z.maxLength(200));

const PasswordChange = z.object({ currentPassword: OwnPassword, password: NewPassword });

/** The shape of the form, which asks for the new password twice. */
export const PasswordChangeForm = z.extend(PasswordChange, { confirmation: NewPassword }).check(
  z.refine(({ password, confirmation }) => password === confirmation, {
    path: ["confirmation"],
    error: "Passwords don't match",
  }),
);

const SixDigits = z.string().check(z.trim(), z.regex(/^\d{3}\s?\d{3}$/, "Code must be 6 digits"));
const Confirmation = z.object({ code: SixDigits });
const PasswordConfirmation = z.object({ password: OwnPassword });
export const EmailRequest = z.object({ email: EmailAddress });
export const EmailChange = z.object({ email: EmailAddress, code: SixDigits });
const SecondFactorRemoval = z.object({
  password: OwnPassword,
  code: z.string().check(z.trim(), z.minLength(1, "Enter the code"), z.maxLength(40)),
});

const NewSecondFactor = z.object({
  secret: z.string(),
  uri: z.string(),
  /** The URI as a QR code: the dark modules as an SVG path, and the number of modules per side. */
  qr: z.object({ size: z.number(), path: z.string() }),
});
export type NewSecondFactor = z.infer<typeof NewSecondFactor>;

export const account = {
  read: get("/api/account", { reply: Account, reads: ["account"], etag: false }),
  changePassword: post("/api/account/password", { body: PasswordChange, changes: ["account"] }),
  /** Allows the actions that ask for the password for the next ten minutes. */
  confirmPassword: post("/api/account/confirm-password", { body: PasswordConfirmation }),
  /** Whether an action that asks for the password would be refused now. */
  passwordState: get("/api/account/confirm-password", {
    reply: z.object({ needed: z.boolean() }),
    etag: false,
  }),
  /** Sends a code to the new address. */
  requestEmailChange: post("/api/account/email", { body: EmailRequest }),
  changeEmail: post("/api/account/email/confirm", {
    body: EmailChange,
    changes: ["account", "users"],
  }),
  /** The password may be omitted if it was typed in this session within the last ten minutes. */
  beginSecondFactor: post("/api/account/second-factor", {
    body: z.object({ password: z.optional(OwnPassword) }),
    reply: NewSecondFactor,
    showsSecret: true,
  }),
  /** The recovery codes are returned only once. */
  confirmSecondFactor: post("/api/account/second-factor/confirm", {
    body: Confirmation,
    reply: z.object({ recoveryCodes: z.array(z.string()) }),
    showsSecret: true,
    changes: ["account", "users"],
  }),
  switchOffSecondFactor: post("/api/account/second-factor/switch-off", {
    body: SecondFactorRemoval,
    changes: ["account", "users"],
  }),
  endSession: remove("/api/account/sessions/:id", { changes: ["account"] }),
  endOtherSessions: post("/api/account/sessions/end-others", {
    reply: z.object({ count: z.number() }),
    changes: ["account"],
  }),
};
