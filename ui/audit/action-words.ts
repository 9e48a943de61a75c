const PAST: Readonly<Record<string, string>> = {
  approve: "approved",
  begin: "begun",
  clear: "cleared",
  clear_undeliverable: "cleared of undeliverable",
  close: "closed",
  complete: "completed",
  connect_webhook: "webhook connected",
  create: "created",
  delete: "deleted",
  dismiss: "dismissed",
  edit_message: "message edited",
  erase: "erased",
  export: "exported",
  export_one: "exported",
  forget: "forgotten after its time",
  generate: "generated",
  halt: "stopped by the system",
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
  reopen: "reopened",
  request: "requested",
  reschedule: "rescheduled",
  resolve: "resolved",
  resume: "resumed",
  rotate: "rotated",
  send: "sent",
  start: "started",
  stop: "stopped",
  take_off: "taken off",
  test_smtp: "tested by a mail",
  update: "updated",
  upload: "uploaded",
};

/** "contact_update.approve" is "Contact update approved". */
export function actionWords(action: string): string {
  const [thing = "", ...rest] = action.split(".");
  const act = rest.join(" ");
  const words = `${thing} ${PAST[act] ?? act}`.replaceAll("_", " ").trim();
  return words.replace(/^api\b/, "API").replace(/^\w/, (letter) => letter.toUpperCase());
}
