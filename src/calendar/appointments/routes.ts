import { admin, defineModule, staff } from "#src/platform/http/routes.ts";
import {
  cancelVisits,
  changeAppointment,
  createAppointment,
  deleteAppointment,
  findTextRefusal,
} from "./appointments.ts";
import { appointments } from "./contract.ts";
import { importAppointments } from "./csv-import.ts";
import { clearAppointments } from "./delete.ts";
import { appointmentsOfClient, listAppointments } from "./list.ts";
import { listClientsByName, matchPhones } from "./match-phones.ts";
import { previewRepeat } from "./series.ts";

const PAGE = "/appointments";

export const appointmentModule = defineModule(appointments, {
  list: staff(PAGE, ({ app, actor, query, answer }) => listAppointments(app, actor, query, answer)),
  create: admin(({ app, actor, body }) => createAppointment(app, actor, body)),
  previewRepeat: admin(({ app, body }) => ({ visits: previewRepeat(app, body) })),
  clear: admin(({ app, actor }) => clearAppointments(app, actor)),
  change: staff(PAGE, ({ app, actor, id, body }) => changeAppointment(app, actor, id, body)),
  cancelAll: staff(PAGE, ({ app, actor, body }) => cancelVisits(app, actor, body)),
  remove: admin(({ app, actor, id, query }) =>
    deleteAppointment(app, actor, id, {
      ...query,
      notify: query.notify === undefined ? undefined : query.notify === "true",
    }),
  ),
  textRefusal: staff(PAGE, ({ app, actor, query }) => ({
    reason: findTextRefusal(app, actor, query) ?? null,
  })),
  matchPhones: staff(PAGE, ({ app, actor, body }) => matchPhones(app, actor, body)),
  importCsv: admin(({ app, actor, body }) => importAppointments(app, actor, body.file)),
  clientsByName: staff(PAGE, ({ app, actor, query }) => listClientsByName(app, actor, query.name)),
  ofClient: staff(["/contacts", "/inbox"], ({ app, actor, id }) =>
    appointmentsOfClient(app, actor, id),
  ),
});
