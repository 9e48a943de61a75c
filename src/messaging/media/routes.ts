import { defineModule, staff } from "#src/platform/http/routes.ts";
import { requireNamesAndPhones } from "#src/platform/masking/masking.ts";
import { media } from "./contract.ts";
import { readMedia, removeUpload, uploadPicture } from "./media.ts";

const PAGE = "/inbox";

export const mediaModule = defineModule(media, {
  one: staff(PAGE, ({ app, actor, id }) => {
    // A picture can't be masked and may show a name or number.
    requireNamesAndPhones(actor);
    return readMedia(app, actor, id);
  }),
  upload: staff(PAGE, ({ app, actor, body }) => uploadPicture(app, actor, body.data)),
  remove: staff(PAGE, ({ app, actor, id }) => removeUpload(app, actor, id)),
});
