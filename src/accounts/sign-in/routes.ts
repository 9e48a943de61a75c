import { defineModule, staffBeforeSetUp, visitor } from "#src/platform/http/routes.ts";
import { canMail } from "#src/platform/mail.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { auth } from "./contract.ts";
import { forgotPassword, resetByCode, verifyResetCode } from "./forgot-password.ts";
import { login, logout, toCurrentUser } from "./login.ts";
import { register } from "./sign-in.ts";

export const authModule = defineModule(auth, {
  user: staffBeforeSetUp(({ actor }) => toCurrentUser(actor)),
  login: visitor(({ app, body, caller, device, answer }) =>
    login(app, body, { caller, device }, answer),
  ),
  register: visitor(async ({ app, body, caller }) => ({
    message: await register(app, body, caller),
  })),
  logout: visitor(({ app, session, caller, answer }) => logout(app, session, caller, answer)),
  registration: visitor(({ app }) => ({ open: getSettings(app).registrationOpen })),
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
