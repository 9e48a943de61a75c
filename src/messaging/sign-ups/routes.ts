import { defineModule, visitor } from "#src/platform/http/routes.ts";
import { textSignUps } from "./contract.ts";
import { readTextTerms, requestSignUp } from "./sign-ups.ts";

export const textSignUpModule = defineModule(textSignUps, {
  terms: visitor(({ app }) => readTextTerms(app)),
  create: visitor(({ app, body, caller }) => requestSignUp(app, body, caller)),
});
