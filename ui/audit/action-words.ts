const PAST: Readonly<Record<string, string>> = {
  approve: "approved",
  begin: "begun",
  begin_scan: "begun",
  checked: "checked",
  clear: "cleared",
  clear_undeliverable: "cleared of undeliverable",
  close: "closed",
  connect_webhook: "webhook connected",
  create: "created",
  delete: "deleted",
  dismiss: "dismissed",
  edit_message: "message edited",
  erase: "erased",
  export: "exported",
  export_one: "exported",
  generate: "generated",
  import: "imported",
  login: "signed in",
  login_failed: "sign-in failed",
  logout: "signed out",
  open: "opened",
  opt_in: "opted in",
  opt_out: "opted out",
  put_on: "put on",
  read: "read",
  regenerate: "regenerated",
  register: "registered",
  reject: "rejected",
  remove: "removed",
  rename: "renamed",
  request: "requested",
  reschedule: "rescheduled",
  resolve: "resolved",
  resume: "resumed",
  rotate: "rotated",
  send: "sent",
  start: "started",
  stop: "stopped",
  take_off: "taken off",
  update: "updated",
};

/** "contact_update.approve" is "Contact update approved". */
export function actionWords(action: string): string {
  const [thing = "", ...rest] = action.split(".");
  const act = rest.join(" ");
  const words = `${thing} ${PAST[act] ?? act}`.replaceAll("_", " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
