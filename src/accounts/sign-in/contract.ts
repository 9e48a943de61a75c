import * as z from "zod/mini";
import { EmailAddress } from "#src/shared/email-address.ts";
import { get, post } from "#src/shared/endpoint.ts";

export const PermissionsShape = z.object({
  pages: z.array(z.string()),
  employeeIds: z.array(z.number()),
  canViewClientPhoneNumbers: z.boolean(),
  canViewClientNames: z.boolean(),
});

const CurrentUser = z.object({
  id: z.string(),
  username: z.string(),
  role: z.enum(["admin", "user"]),
  permissions: PermissionsShape,
  /** Two-step sign-in is required and must be set up before anything else opens. */
  needsSecondFactor: z.optional(z.literal(true)),
});
export type CurrentUser = z.infer<typeof CurrentUser>;

export const Credentials = z.object({
  username: z.string().check(z.trim(), z.minLength(1, "Username is required"), z.maxLength(100)),
  password: z.string().check(z.minLength(1, "Password is required"), z.maxLength(200)),
  /** A code of the authenticator app or a recovery code, if the account needs one. */
  code: z.optional(z.string().check(z.trim(), z.maxLength(40))),
});
export type Credentials = z.infer<typeof Credentials>;

export const NewPassword = z
  .string()
  .check(z.minLength(6, "Password must be at least 6 characters"), z.maxLength(200));

/** The shape of the form, which asks for the password twice and sends it once. */
export const NewPasswordForm = z.object({ password: NewPassword, confirmation: NewPassword }).check(
  z.refine(({ password, confirmation }) => password === confirmation, {
    path: ["confirmation"],
    error: "Passwords don't match",
  }),
);

export const ForgotPassword = z.object({ email: EmailAddress });
export const ResetCode = z.object({
  email: EmailAddress,
  code: z.string().check(z.trim(), z.regex(/^\d{6}$/, "Code must be 6 digits")),
});
const NewPasswordByCode = z.extend(ResetCode, { password: NewPassword });

export const Registration = z.object({
  username: z
    .string()
    .check(z.normalize("NFKC"), z.trim(), z.minLength(1, "Username is required"), z.maxLength(60)),
  email: EmailAddress,
  password: NewPassword,
  /** The token of the setup link; registering with a valid one creates the first admin. */
  setup: z.optional(z.string()),
  /** The token of an invitation. */
  invite: z.optional(z.string().check(z.maxLength(100))),
});
export type Registration = z.infer<typeof Registration>;

const Message = z.object({ message: z.string() });

export const auth = {
  user: get("/api/user", { reply: CurrentUser, reads: ["user"], etag: false }),
  /** Without a code, an account with two-step sign-in gets a 401 with an error for the field `code`. */
  login: post("/api/login", { body: Credentials, reply: CurrentUser, usesDiskReserve: true }),
  register: post("/api/register", {
    body: Registration,
    reply: Message,
    status: 201,
  }),
  logout: post("/api/logout", { usesDiskReserve: true }),
  /** Whether visitors may register without an invitation. */
  registration: get("/api/registration", {
    reply: z.object({
      open: z.boolean(),
      /** Until there is an administrator, only the setup link leads in. */
      hasAdministrator: z.boolean(),
    }),
  }),
  /** Whether a mail server is set up to send codes. */
  canReset: get("/api/forgot-password", { reply: z.object({ available: z.boolean() }) }),
  /** The response is the same whether or not there is such an account. */
  forgotPassword: post("/api/forgot-password", { body: ForgotPassword, reply: Message }),
  verifyResetCode: post("/api/verify-reset-code", { body: ResetCode, reply: Message }),
  resetPassword: post("/api/reset-password", { body: NewPasswordByCode, reply: Message }),
};
