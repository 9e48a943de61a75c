import { defineModule, staff } from "#src/platform/http/routes.ts";
import { account } from "./contract.ts";
import {
  beginOwnSecondFactor,
  confirmOwnSecondFactor,
  switchOffOwnSecondFactor,
} from "./own-second-factor.ts";
import { endOtherSessions, endSession } from "./own-sessions.ts";
import { changePassword, readAccount } from "./profile.ts";

export const accountModule = defineModule(account, {
  read: staff("any", ({ app, actor, session }) => readAccount(app, actor, session)),
  changePassword: staff("any", ({ app, actor, session, body }) =>
    changePassword(app, actor, session, body),
  ),
  beginSecondFactor: staff("any", ({ app, actor, body }) => beginOwnSecondFactor(app, actor, body)),
  confirmSecondFactor: staff("any", ({ app, actor, body }) =>
    confirmOwnSecondFactor(app, actor, body),
  ),
  switchOffSecondFactor: staff("any", ({ app, actor, body }) =>
    switchOffOwnSecondFactor(app, actor, body),
  ),
  endSession: staff("any", ({ app, actor, params }) => endSession(app, actor, params.id)),
  endOtherSessions: staff("any", ({ app, actor, session }) =>
    endOtherSessions(app, actor, session),
  ),
});
