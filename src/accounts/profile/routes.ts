import { confirmPassword } from "#src/accounts/sign-in/passwords.ts";
import {
  defineModule,
  staff,
  staffBeforeSetUp,
  staffWithPassword,
} from "#src/platform/http/routes.ts";
import { isPasswordRecent } from "#src/platform/http/sessions.ts";
import { account } from "./contract.ts";
import {
  beginOwnSecondFactor,
  changeEmail,
  changePassword,
  confirmOwnSecondFactor,
  endOtherSessions,
  endSession,
  readAccount,
  requestEmailChange,
  switchOffOwnSecondFactor,
} from "./profile.ts";

export const accountModule = defineModule(account, {
  read: staff("any", ({ app, actor, session }) => readAccount(app, actor, session)),
  changePassword: staff("any", ({ app, actor, session, body }) =>
    changePassword(app, actor, session, body),
  ),
  confirmPassword: staffBeforeSetUp(({ app, actor, session, body }) =>
    confirmPassword(app, actor, body.password, session),
  ),
  passwordState: staffBeforeSetUp(({ app, session }) => ({
    needed: !isPasswordRecent(app, session),
  })),
  requestEmailChange: staffWithPassword(({ app, actor, body }) =>
    requestEmailChange(app, actor, body.email),
  ),
  changeEmail: staff("any", ({ app, actor, body }) => changeEmail(app, actor, body)),
  beginSecondFactor: staffBeforeSetUp(({ app, actor, session, body }) =>
    beginOwnSecondFactor(app, actor, session, body),
  ),
  confirmSecondFactor: staffBeforeSetUp(({ app, actor, session, body }) =>
    confirmOwnSecondFactor(app, actor, session, body),
  ),
  switchOffSecondFactor: staff("any", ({ app, actor, body }) =>
    switchOffOwnSecondFactor(app, actor, body),
  ),
  endSession: staff("any", ({ app, actor, params }) => endSession(app, actor, params.id)),
  endOtherSessions: staff("any", ({ app, actor, session }) =>
    endOtherSessions(app, actor, session),
  ),
});
