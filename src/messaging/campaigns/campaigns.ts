import { inTransaction } from "#db/connection.ts";
import * as store from "#db/messaging/campaigns.ts";
import { eraseDeletedCampaigns } from "#db/messaging/deleted-campaigns.ts";
import { countWaiting } from "#db/messaging/messages-queue.ts";
import type { App, Staff } from "#src/app.ts";
import { canSend, judgeAnew, NOT_CONNECTED } from "#src/messaging/outbox/outbox.ts";
import { record } from "#src/platform/audit/audit.ts";
import { pausedReason, unpauseSending } from "#src/platform/sending-state.ts";
import { settingsOf } from "#src/platform/settings/settings.ts";
import { campaignCost, microsOf } from "#src/shared/money.ts";
import { Problem } from "#src/shared/problem.ts";
import type {
  Approval,
  Campaign,
  CampaignDetail,
  NewCampaign,
  Report,
  UnknownList,
} from "./contract.ts";
import { remainingAudience } from "./remaining-audience.ts";
import { reportOf } from "./report.ts";
import { momentOf } from "./schedule.ts";
import { start } from "./start.ts";
import { shown } from "./to-campaign.ts";
import { listUnknown } from "./unknown.ts";
import { worded } from "./wording.ts";

/** Non-admins see all campaigns that are not drafts, and their own drafts. */
export function listCampaigns(app: App, actor: Staff): Campaign[] {
  return store.allCampaigns(app.db, actor.role === "admin" ? undefined : actor.id).map(shown);
}

export function readCampaign(app: App, actor: Staff, id: number): CampaignDetail {
  const campaign = visible(app, actor, id);
  return { ...shown(campaign), ...remainingAudience(app, id) };
}

export function readReport(app: App, actor: Staff, id: number): Report {
  return reportOf(app, visible(app, actor, id));
}

export function readUnknown(app: App, actor: Staff, id: number, cursor?: string): UnknownList {
  return listUnknown(app, visible(app, actor, id).id, cursor);
}

/** An admin's campaign starts sending at once; anybody else's waits as a draft for approval. */
export function createCampaign(app: App, actor: Staff, wanted: NewCampaign): Campaign {
  return inTransaction(app.db, () => {
    const id = store.insertCampaign(app.db, {
      name: wanted.name,
      ...worded(app, wanted.message),
      userId: actor.id,
      segmentCost: microsOf(settingsOf(app).costPerSegment) ?? 0,
      createdAt: app.now(),
    });
    if (actor.role === "admin") start(app, found(app, id), wanted);
    record(app, actor, {
      action: "campaign.create",
      target: ["campaign", id],
      metadata: { name: wanted.name, recipients: found(app, id).totalRecipients },
    });
    return told(app, id);
  });
}

export function approveCampaign(app: App, actor: Staff, id: number, approval: Approval): Campaign {
  return inTransaction(app.db, () => {
    const draft = found(app, id);
    if (draft.status !== "draft") throw new Problem(409, "This campaign is not a draft any more.");
    writeText(app, draft, approval.message ?? draft.message);
    start(app, found(app, id), approval);
    record(app, actor, {
      action: "campaign.approve",
      target: ["campaign", id],
      metadata: { recipients: found(app, id).totalRecipients },
    });
    return told(app, id);
  });
}

/** Changes only texts that are not claimed yet, and prices those anew. */
export function editMessage(app: App, actor: Staff, id: number, message: string): Campaign {
  return inTransaction(app.db, () => {
    const campaign = visible(app, actor, id);
    if (!["draft", "scheduled", "sending", "stopped"].includes(campaign.status))
      throw new Problem(409, "This campaign has ended; its message can no longer be changed.");
    writeText(app, campaign, message);
    record(app, actor, { action: "campaign.edit_message", target: ["campaign", id] });
    return told(app, id);
  });
}

/** Takes effect before the next text is claimed; what is with the provider already arrives. */
export function stopCampaign(app: App, actor: Staff, id: number): Campaign {
  return inTransaction(app.db, () => {
    if (!["sending", "scheduled"].includes(visible(app, actor, id).status))
      throw new Problem(409, "This campaign is not sending.");
    store.setCampaignStatus(app.db, id, "stopped", `Stopped by ${actor.username}`, app.now());
    record(app, actor, { action: "campaign.stop", target: ["campaign", id] });
    return told(app, id);
  });
}

/** Goes on where it was stopped, or where the provider refused it. */
export function resumeCampaign(app: App, actor: Staff, id: number): Campaign {
  return inTransaction(app.db, () => {
    const campaign = visible(app, actor, id);
    if (campaign.status !== "stopped" && campaign.status !== "failed")
      throw new Problem(409, "Only a stopped campaign can be resumed.");
    if (!canSend(app)) throw new Problem(409, NOT_CONNECTED);
    unpauseFor(app, actor);
    judgeAnew(app, id);
    store.setCampaignStatus(app.db, id, "sending", null, null);
    record(app, actor, { action: "campaign.resume", target: ["campaign", id] });
    return told(app, id);
  });
}

/** Another time for a campaign that has not begun; null begins it now. */
export function reschedule(app: App, actor: Staff, id: number, wall: string | null): Campaign {
  return inTransaction(app.db, () => {
    if (visible(app, actor, id).status !== "scheduled")
      throw new Problem(409, "This campaign is not waiting for its time any more.");
    if (wall !== null) store.setSchedule(app.db, id, momentOf(app, wall));
    else if (canSend(app)) store.beginSending(app.db, id, app.now());
    else throw new Problem(409, NOT_CONNECTED);
    record(app, actor, {
      action: wall === null ? "campaign.begin" : "campaign.reschedule",
      target: ["campaign", id],
      metadata: { scheduledFor: wall },
    });
    return told(app, id);
  });
}

/** A draft by its author or an admin (that is how it is rejected); an ended campaign by an admin. */
export function deleteCampaign(app: App, actor: Staff, id: number): void {
  inTransaction(app.db, () => {
    const campaign = visible(app, actor, id);
    const isDraft = campaign.status === "draft";
    if (!isDraft && actor.role !== "admin")
      throw new Problem(403, "Only an administrator can delete a campaign.");
    if (campaign.status === "sending")
      throw new Problem(409, "Stop the campaign before you delete it.");
    dropCampaigns(app, [id]);
    const rejected = isDraft && campaign.userId !== actor.id;
    record(app, actor, {
      action: rejected ? "campaign.reject" : "campaign.delete",
      target: ["campaign", id],
      metadata: { name: campaign.name },
    });
  });
}

/** In the transaction of who deletes them; none may be sending. */
export function dropCampaigns(app: App, ids: readonly number[]): void {
  for (const id of ids) store.deleteCampaign(app.db, id);
  // A small one at once; the rest of a large one follows in slices.
  eraseDeletedCampaigns(app.db, 1_000);
  for (const resource of ["campaigns", "messages", "stats"] as const) app.events.changed(resource);
}

/** Unclaimed texts will carry the new words; those that left, or were refused, keep what they cost. */
function writeText(app: App, campaign: store.CampaignRow, wanted: string): void {
  const { message, segments } = worded(app, wanted);
  if (message === campaign.message) return;
  const waiting = countWaiting(app.db, campaign.id);
  const spent = campaign.totalCost - campaignCost(campaign.segments, campaign.segmentCost, waiting);
  store.addTextVersion(app.db, campaign, {
    message,
    segments,
    totalCost: Math.max(0, spent) + campaignCost(segments, campaign.segmentCost, waiting),
  });
}

function unpauseFor(app: App, actor: Staff): void {
  const paused = pausedReason(app);
  if (paused === null) return;
  if (actor.role !== "admin")
    throw new Problem(
      409,
      `Sending is paused: ${paused}. An administrator can resume it in Settings.`,
    );
  unpauseSending(app);
}

/** A draft of somebody else does not exist for a non-admin. */
function visible(app: App, actor: Staff, id: number): store.CampaignRow {
  const campaign = found(app, id);
  if (campaign.status === "draft" && actor.role !== "admin" && campaign.userId !== actor.id)
    throw missing();
  return campaign;
}

function found(app: App, id: number): store.CampaignRow {
  const campaign = store.findCampaign(app.db, id);
  if (!campaign) throw missing();
  return campaign;
}

function missing(): Problem {
  return new Problem(404, "This campaign does not exist any more.");
}

function told(app: App, id: number): Campaign {
  app.events.changed("campaigns", id);
  app.events.changed("stats");
  return shown(found(app, id));
}
