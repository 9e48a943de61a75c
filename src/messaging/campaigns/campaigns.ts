import { inTransaction } from "#db/connection.ts";
import { audienceOf, reachedContactIds } from "#db/messaging/campaign-audience.ts";
import { addTextVersion, eraseDeletedCampaigns } from "#db/messaging/campaign-texts.ts";
import type { CampaignRow } from "#db/messaging/campaigns.ts";
import * as store from "#db/messaging/campaigns.ts";
import { countWaiting } from "#db/messaging/messages-queue.ts";
import type { App, Staff } from "#src/app.ts";
import { longestNames } from "#src/clients/contacts/contacts.ts";
import { canSend, notConnectedReason } from "#src/messaging/outbox/outbox.ts";
import { record } from "#src/platform/audit/audit.ts";
import { pausedReason, resumeSending } from "#src/platform/sending-state.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { campaignCost, parseMicros } from "#src/shared/money.ts";
import { addOptOutNotice } from "#src/shared/opt-out-notice.ts";
import { Problem, requireFound } from "#src/shared/problem.ts";
import { worstCase } from "#src/shared/sms-segments.ts";
import type { Approval, Campaign, CampaignDetail, NewCampaign, Page, Report } from "./contract.ts";
import { listUnknown, toCampaign, toReport } from "./report.ts";
import { continueCampaign, parseSchedule, startCampaign } from "./start.ts";
import type { UnknownList } from "./unknown-contract.ts";

/** Non-admins see all campaigns that are not drafts, and their own drafts. */
export function listCampaigns(app: App, actor: Staff, page: Page): Campaign[] {
  const draftsOf = actor.role === "admin" ? undefined : actor.id;
  return store.listCampaigns(app.db, { ...page, draftsOf }).map(toCampaign);
}

export function readCampaign(app: App, actor: Staff, id: number): CampaignDetail {
  const campaign = getVisibleCampaign(app, actor, id);
  return { ...toCampaign(campaign), ...remainingAudience(app, campaign) };
}

export function readReport(app: App, actor: Staff, id: number): Promise<Report> {
  return toReport(app, getVisibleCampaign(app, actor, id));
}

export function readUnknown(app: App, actor: Staff, id: number, cursor?: string): UnknownList {
  return listUnknown(app, getVisibleCampaign(app, actor, id).id, cursor);
}

/** An admin's campaign starts immediately or at its time; another user's is a draft that waits for approval. */
export function createCampaign(app: App, actor: Staff, input: NewCampaign): Campaign {
  if (input.includeAsked && actor.role !== "admin")
    throw new Problem(403, "Only an administrator can include clients who only wrote or called.");
  return inTransaction(app.db, () => {
    const id = store.insertCampaign(app.db, {
      name: input.name,
      ...renderMessage(app, input.message),
      userId: actor.id,
      segmentCost: parseMicros(getSettings(app).costPerSegment) ?? 0,
      createdAt: app.now(),
    });
    if (actor.role === "admin") startCampaign(app, getCampaignRow(app, id), input);
    record(app, actor, {
      action: "campaign.create",
      target: ["campaign", id],
      metadata: { name: input.name, recipients: getCampaignRow(app, id).totalRecipients },
    });
    return publishCampaign(app, id);
  });
}

export function approveCampaign(app: App, actor: Staff, id: number, approval: Approval): Campaign {
  return inTransaction(app.db, () => {
    const draft = getCampaignRow(app, id);
    if (draft.status !== "draft") throw new Problem(409, "This campaign is no longer a draft.");
    if (draft.textVersion !== approval.version)
      throw new Problem(409, "This draft was changed. Read the new message before you approve it.");
    replaceMessage(app, draft, approval.message ?? draft.message);
    const approved = getCampaignRow(app, id);
    if (hasRecipients(draft)) continueCampaign(app, approved, approval.scheduledFor);
    else startCampaign(app, approved, approval);
    record(app, actor, {
      action: "campaign.approve",
      target: ["campaign", id],
      metadata: { recipients: getCampaignRow(app, id).totalRecipients },
    });
    return publishCampaign(app, id);
  });
}

/**
 * Changes the message of texts that are not claimed yet, and updates the estimated cost. An edit by an
 * author who is not an admin stops the campaign, which then waits for approval with its remaining recipients.
 */
export function editMessage(app: App, actor: Staff, id: number, message: string): Campaign {
  return inTransaction(app.db, () => {
    const campaign = getVisibleCampaign(app, actor, id);
    const isAdmin = actor.role === "admin";
    if (!isAdmin && campaign.userId !== actor.id)
      throw new Problem(403, "Only its author or an administrator can edit this campaign.");
    if (!["draft", "scheduled", "sending", "stopped"].includes(campaign.status))
      throw new Problem(409, "This campaign has ended. Its message can't be changed.");
    if (replaceMessage(app, campaign, message) && !isAdmin && campaign.status !== "draft")
      store.returnToDraft(app.db, id);
    record(app, actor, { action: "campaign.edit_message", target: ["campaign", id] });
    return publishCampaign(app, id);
  });
}

/** Takes effect before the next text leaves. Texts that the provider already has are still delivered. */
export function stopCampaign(app: App, actor: Staff, id: number): Campaign {
  return inTransaction(app.db, () => {
    if (!["sending", "scheduled"].includes(getVisibleCampaign(app, actor, id).status))
      throw new Problem(409, "This campaign isn't sending.");
    store.setCampaignStatus(app.db, id, "stopped", `Stopped by ${actor.username}`, app.now());
    record(app, actor, { action: "campaign.stop", target: ["campaign", id] });
    return publishCampaign(app, id);
  });
}

/** Continues a campaign that was stopped or that the provider refused. Before its time, it is scheduled again. */
export function resumeCampaign(app: App, actor: Staff, id: number): Campaign {
  return inTransaction(app.db, () => {
    const campaign = getVisibleCampaign(app, actor, id);
    if (campaign.status !== "stopped" && campaign.status !== "failed")
      throw new Problem(409, "Only a stopped campaign can be resumed.");
    if (!canSend(app)) throw new Problem(409, notConnectedReason(app));
    if (pausedReason(app) !== null) resumeSending(app);
    continueCampaign(app, campaign);
    record(app, actor, { action: "campaign.resume", target: ["campaign", id] });
    return publishCampaign(app, id);
  });
}

/** Sets another time for a campaign that has not started; null starts it now. */
export function reschedule(app: App, actor: Staff, id: number, wallTime: string | null): Campaign {
  return inTransaction(app.db, () => {
    if (getVisibleCampaign(app, actor, id).status !== "scheduled")
      throw new Problem(409, "This campaign is no longer scheduled.");
    if (wallTime !== null) store.setSchedule(app.db, id, parseSchedule(app, wallTime));
    else if (canSend(app)) store.beginSending(app.db, id, app.now());
    else throw new Problem(409, notConnectedReason(app));
    record(app, actor, {
      action: wallTime === null ? "campaign.begin" : "campaign.reschedule",
      target: ["campaign", id],
      metadata: { scheduledFor: wallTime },
    });
    return publishCampaign(app, id);
  });
}

/** A draft can be deleted by its author or an admin, which rejects it; other campaigns only by an admin. */
export function deleteCampaign(app: App, actor: Staff, id: number): void {
  inTransaction(app.db, () => {
    const campaign = getVisibleCampaign(app, actor, id);
    const isDraft = campaign.status === "draft";
    if ((!isDraft || hasRecipients(campaign)) && actor.role !== "admin")
      throw new Problem(403, "Only an administrator can delete a campaign.");
    if (campaign.status === "sending")
      throw new Problem(409, "Stop the campaign before you delete it.");
    deleteCampaigns(app, [id]);
    const rejected = isDraft && campaign.userId !== actor.id;
    record(app, actor, {
      action: rejected ? "campaign.reject" : "campaign.delete",
      target: ["campaign", id],
      metadata: { name: campaign.name },
    });
  });
}

/** Deletes campaigns in the caller's transaction. None of them may be sending. */
export function deleteCampaigns(app: App, ids: readonly number[]): void {
  for (const id of ids) store.deleteCampaign(app.db, id);
  // A job erases the remaining texts of a large campaign in slices.
  eraseDeletedCampaigns(app.db, 1_000);
  for (const resource of ["campaigns", "messages", "stats"] as const) app.events.changed(resource);
}

/** Unclaimed texts use the new message. The cost of the other texts does not change. Returns false for the same message. */
function replaceMessage(app: App, campaign: store.CampaignRow, input: string): boolean {
  const { message, segments } = renderMessage(app, input);
  if (message === campaign.message) return false;
  const waiting = countWaiting(app.db, campaign.id);
  const spent = campaign.totalCost - campaignCost(campaign.segments, campaign.segmentCost, waiting);
  addTextVersion(app.db, campaign, {
    message,
    segments,
    totalCost: Math.max(0, spent) + campaignCost(segments, campaign.segmentCost, waiting),
  });
  return true;
}

/** Whether a draft was approved before, so that it has its recipients. */
function hasRecipients(draft: store.CampaignRow): boolean {
  return draft.totalRecipients > 0;
}

/** @throws Problem 404, also when a non-admin asks for another user's draft */
function getVisibleCampaign(app: App, actor: Staff, id: number): store.CampaignRow {
  const campaign = getCampaignRow(app, id);
  if (campaign.status === "draft" && actor.role !== "admin" && campaign.userId !== actor.id)
    throw new Problem(404, GONE);
  return campaign;
}

function getCampaignRow(app: App, id: number): store.CampaignRow {
  return requireFound(store.findCampaign(app.db, id), GONE);
}

const GONE = "This campaign no longer exists.";

function publishCampaign(app: App, id: number): Campaign {
  app.events.changed("campaigns", id);
  app.events.changed("stats");
  return toCampaign(getCampaignRow(app, id));
}

/** A longer list is returned unfiltered, because filtering it would block the event loop. */
const FILTER_LIMIT = 10_000;

/** The recipients chosen for a campaign, without those that can no longer be texted. */
function remainingAudience(
  app: App,
  { id: campaignId, includeAsked }: CampaignRow,
): Pick<CampaignDetail, "contactIds" | "audience"> {
  const audience = audienceOf(app.db, campaignId);
  if (!audience) return { contactIds: null, audience: null };
  const withoutLost = (ids: readonly number[], tag: number | null) =>
    ids.length > FILTER_LIMIT
      ? [...ids]
      : reachedContactIds(app.db, ids, { tag, includeAsked: includeAsked === 1, now: app.now() });
  if ("ids" in audience) return { contactIds: withoutLost(audience.ids, null), audience: null };
  const except = withoutLost(audience.except, audience.tag);
  return { contactIds: null, audience: { ...audience, except } };
}

export interface RenderedMessage {
  readonly message: string;
  /** Segments of the longest possible text, with the longest names filled in. */
  readonly segments: number;
}

/** The message as it will be sent, with the opt-out notice if the settings always add it. */
export function renderMessage(app: App, message: string): RenderedMessage {
  const { optOutNoticeAlways, businessName } = getSettings(app);
  const text = optOutNoticeAlways ? addOptOutNotice(message, businessName) : message;
  return { message: text, segments: worstCase(text, longestNames(app)).segments };
}
