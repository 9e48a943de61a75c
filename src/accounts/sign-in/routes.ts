import { defineModule, staff, visitor } from "#src/platform/http/routes.ts";
import { canMail } from "#src/platform/mail.ts";
import { auth } from "./contract.ts";
import { forgotPassword, resetByCode, verifyResetCode } from "./forgot-password.ts";
import { login, logout, register, toCurrentUser } from "./sign-in.ts";

export const authModule = defineModule(auth, {
  user: staff("any", ({ actor }) => toCurrentUser(actor)),
  login: visitor(({ app, body, caller, answer }) => login(app, body, caller, answer)),
  register: visitor(async ({ app, body, caller }) => ({
    message: await register(app, body, caller),
  })),
  logout: visitor(({ app, session, caller, answer }) => logout(app, session, caller, answer)),
  canReset: visitor(({ app }) => ({ available: canMail(app) })),
  forgotPassword: visitor(({ app, body, caller }) => {
    forgotPassword(app, body.email, caller);
    return { message: "Check your email for the verification code" };
  }),
  verifyResetCode: visitor(({ app, body, proof, caller, answer }) => {
    verifyResetCode(app, body, { code: body.code, proof }, caller, answer);
    return { message: "Enter your new password" };
  }),
  resetPassword: visitor(async ({ app, body, proof, caller }) => {
    await resetByCode(app, body, { code: body.code, proof }, caller);
    return { message: "Password reset successfully" };
  }),
});
