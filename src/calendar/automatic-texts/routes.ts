import { defineModule, staff } from "#src/platform/http/routes.ts";
import { listAutomaticTexts, readAudience, testAutomaticText } from "./automatic-texts.ts";
import { automaticTexts } from "./contract.ts";

const PAGE = "/campaigns";

export const automaticTextModule = defineModule(automaticTexts, {
  list: staff(PAGE, ({ app }) => listAutomaticTexts(app)),
  audience: staff(PAGE, ({ app, params }) => readAudience(app, params.text)),
  test: staff(PAGE, ({ app, actor, params, body }) =>
    testAutomaticText(app, actor, params.text, body),
  ),
});
