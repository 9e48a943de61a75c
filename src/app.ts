import type { Context } from "hono";
import type { Background } from "#db/background-thread.ts";
import type { VisitStarts } from "#db/calendar/appointments-list.ts";
import type { MovedTable } from "#db/clients/contact-merges.ts";
import type { Database } from "#db/connection.ts";
import type { Activity, Waiting } from "#src/messaging/dashboard/contract.ts";
import type { Alert } from "#src/platform/alerts/contract.ts";
import type { Config } from "#src/platform/config.ts";
import type { Events } from "#src/platform/http/events.ts";
import type { Log } from "#src/platform/log.ts";
import type { AiProvider } from "#src/platform/providers/ai.ts";
import type { Carrier, CarrierEvent, ErrorMeaning } from "#src/platform/providers/carrier.ts";
import type { Check } from "#src/platform/providers/check.ts";
import type { MailProvider, MailServer } from "#src/platform/providers/mail.ts";
import type { PaymentsProvider } from "#src/platform/providers/payments.ts";
import type { PushProvider, VapidKeys } from "#src/platform/providers/push.ts";
import type { ReviewsAccess, ReviewsProvider } from "#src/platform/providers/reviews.ts";
import type { SimulatedCarrier } from "#src/platform/providers/simulated/carrier.ts";
import type { SimulatedPayments } from "#src/platform/providers/simulated/payments.ts";
import type { SpeechProvider } from "#src/platform/providers/speech.ts";
import type { SecretBox } from "#src/platform/secrets/secret-box.ts";
import type { Permissions, Role } from "#src/shared/permissions.ts";
import type {
  BookingSpan,
  CardVisit,
  Client,
  DatedEntry,
  ExportFile,
  HistoryPage,
  MergedContacts,
  RemainingVisit,
  TimeRange,
  VisitBill,
} from "./hook-shapes.ts";

/** Everything a service function may use. Tests build one with an in-memory database and fakes. */
export interface App {
  readonly db: Database;
  readonly providers: Providers;
  readonly now: () => number;
  readonly config: Config;
  readonly log: Log;
  readonly events: Events;
  readonly secrets: SecretBox;
  readonly background: Background;
  readonly hooks: Hooks;
}

/** What upper domains contribute to a step that a lower domain runs. create-app.ts fills it. */
export interface Hooks {
  /** Conditions that admins are alerted about, in the order in which screens list them. */
  readonly alertConditions: readonly AlertCondition[];
  /** What waits for staff in one domain, of what the reader may see. */
  readonly waiting: readonly ((app: App, actor: Staff) => readonly Waiting[])[];
  /** What clients did last with visits that the reader may see, newest first. */
  readonly readBookingNews: (app: App, actor: Staff, limit: number) => Activity["bookings"];
  /** When clients come next and came last (wall time), of the visits that the reader may see. */
  readonly listVisitStarts: (app: App, actor: Staff, ids: readonly number[]) => VisitStarts[];
  /** What each domain does with its part of a client's data, in the order of an erasure. */
  readonly clientParts: readonly ClientPart[];
  /** Files that an export of everything contains besides its tables, one after the other. */
  readonly exportFiles: readonly ((app: App, range?: TimeRange) => AsyncIterable<ExportFile>)[];
  /** Applies a changed start or end of the working day to the weekly hours, in its transaction. */
  readonly applyWorkHours: (app: App, to: { start: string; end: string }) => void;
  /** Books the slot of a paid checkout that billing doesn't know. Does nothing for an unknown one. */
  readonly completeDeposit: (app: App, checkoutId: string) => Promise<void>;
  /** The visit that a client adds a card for; undefined for a card that no booking waits for. */
  readonly findCardVisit: (app: App, cardRequestId: number) => CardVisit | undefined;
  /** Books the time that waits for this card, in the transaction that stores it. */
  readonly bookWithCard: (app: App, cardRequestId: number) => void;
  /** What went back of a payment has changed: a deposit that was paid with it is refunded, or owed to its client again. */
  readonly updateDepositRefund: (app: App, paymentIntentId: string) => void;
  /** Handles a one-word reply to a reminder. */
  readonly answerReminder: (app: App, phone: string, answer: "confirm" | "cancel") => void;
  /** Returns whether a YES would answer an offer from the waitlist: an open one, or one that just ended. */
  readonly findOffer: (app: App, phone: string) => "open" | "ended" | undefined;
  /** Applies a client's reply to their offer. "stop" came with an opt-out. */
  readonly answerOffer: (app: App, phone: string, answer: "yes" | "no" | "wait" | "stop") => void;
  readonly visits: VisitHooks;
  /** Why an automatic offer in the queue isn't due anymore, for staff; undefined when it is. */
  readonly automaticTextRefusal: (app: App, messageId: number) => string | undefined;
  readonly queries: UpperQueries;
}

/** What a payment needs to know about the visits that it is for, and does to them. */
interface VisitHooks {
  /** @throws Problem 404, also if its employee is hidden from the actor */
  readonly getBill: (app: App, actor: Staff, appointmentId: number) => VisitBill;
  /** Returns a client's latest visit of today or the last weeks that the actor may see and no one has paid. */
  readonly findUnpaid: (app: App, actor: Staff, contactId: number) => number | undefined;
  /** Returns a client's visits of a day that the actor may see, and that no one has paid or was asked to pay. */
  readonly listUnpaid: (app: App, actor: Staff, contactId: number, day: string) => number[];
  /** The visits were paid, so their clients came. Runs in the caller's transaction. */
  readonly complete: (app: App, appointmentIds: readonly number[], by: "desk" | "link") => void;
  /** The fee of this visit was taken back, so staff are asked again. Runs in the caller's transaction. */
  readonly reopenFee: (app: App, appointmentId: number) => void;
  /** The clients were asked for the whole price, so no deposit is due. Runs in the caller's transaction. */
  readonly waiveDeposits: (app: App, appointmentIds: readonly number[]) => void;
  /** Returns what the salon has of the deposits of these visits. */
  readonly listDeposits: (app: App, ids: readonly number[]) => NonNullable<VisitBill["deposit"]>[];
  /** Returns the wall time at which the next of these visits begins; null if none is still to come. */
  readonly findNextStart: (app: App, appointmentIds: readonly number[]) => string | null;
  /** Returns those of these visits that weren't deleted. */
  readonly listRemaining: (app: App, appointmentIds: readonly number[]) => RemainingVisit[];
  readonly maySee: (app: App, actor: Staff, appointmentIds: readonly number[]) => boolean;
}

/** What lower domains ask about the tables of upper ones. */
interface UpperQueries {
  readonly allEmployees: (db: Database) => readonly { readonly id: number }[];
  /** Whether the contact, or any contact of these owners, has a live membership or payment plan. */
  readonly hasLiveSubscription: (db: Database, contactId: number) => boolean;
  readonly ownersHaveLiveSubscriptions: (db: Database, owners: readonly number[]) => boolean;
  /** Whether the email of this number was only given in sign-ups that didn't prove the number. */
  readonly isUnprovenEmail: (db: Database, phone: string, email: string) => boolean;
  /** Clients of one campaign who booked in the span, and what their appointments are worth. */
  readonly bookingsOfCampaign: (
    db: Database,
    campaignId: number,
    span: BookingSpan,
  ) => readonly { readonly contactId: number; readonly cents: number }[];
  /** Whether a text about a visit is still due. `wallTime` is the business's. */
  readonly isReminderOpen: (db: Database, messageId: number, wallTime: string) => boolean;
  readonly isNewsOutdated: (db: Database, messageId: number, wallTime: string) => boolean;
  readonly isOfferOpen: (db: Database, messageId: number, now: number) => boolean;
}

/** One domain's part of a client's data. Changes run in the caller's transaction. */
export interface ClientPart {
  /** The tables with a column that names a client. A test compares them with the schema. */
  readonly tables: readonly string[];
  /** Those whose rows a merge moves from one contact to the other. */
  readonly movedTables?: readonly MovedTable[];
  /** Follows a change from one number (E.164) to another. */
  readonly changeNumber?: (app: App, id: number, from: string) => void;
  /** Entries for the client's history, newest first, at most one page. */
  readonly listHistory?: (
    app: App,
    actor: Staff,
    client: Client,
    page: HistoryPage,
  ) => DatedEntry[];
  /** What the client's own file contains. */
  readonly exportData?: (app: App, client: Client) => Readonly<Record<string, unknown>>;
  /** A long list of that file, in slices. */
  readonly exportList?: readonly [
    name: string,
    slices: (app: App, client: Client) => Iterable<readonly unknown[]>,
  ];
  /** @throws Problem to refuse */
  readonly erase?: (app: App, client: Client) => void;
  /** Before the contact is deleted, whose records remain. */
  readonly remove?: (app: App, id: number) => void;
  /** Merges what is more than rows to move. The returned JSON undoes it. */
  readonly merge?: (app: App, contacts: MergedContacts) => unknown;
  readonly undoMerge?: (app: App, contacts: MergedContacts, merged: never) => void;
  /** Deletes what was kept to undo the merge with this deleted contact. */
  readonly completeMerge?: (app: App, otherId: number) => void;
}

export interface AlertCondition {
  /** Stored in the database and exported in the metrics, so it never changes. */
  readonly name: string;
  readonly title: string;
  /** Its message names clients, so it isn't logged. */
  readonly namesClients?: true;
  /** The screens that its message names: each label is a link there. */
  readonly links?: (app: App) => Alert["links"];
  /** Returns the problem and what to do about it, as admins read it, or null while there is none. */
  readonly check: (app: App, wasOpen: boolean) => string | null;
  /** Explains how it ended; null if it was resolved. `since` is when it opened, in epoch milliseconds. */
  readonly outcome?: (app: App, since: number) => string | null;
}

export interface Providers {
  /** Chosen once, by PARLOR_CARRIER. */
  readonly carrier: CarrierSetup;
  readonly mail: (server: MailServer) => MailProvider;
  /** Loads the SDK on first use, as a carrier and the next do. */
  readonly payments: (secretKey: string) => Promise<PaymentsProvider>;
  readonly ai: (apiKey: string) => Promise<AiProvider>;
  readonly speech: (apiKey: string) => SpeechProvider;
  readonly reviews: (access: ReviewsAccess) => ReviewsProvider;
  readonly push: (keys: VapidKeys & { readonly contact: string }) => PushProvider;
  /** Set in demo mode and with PARLOR_CARRIER=simulated. */
  readonly simulated: SimulatedCarrier | undefined;
  /** Set in demo mode. */
  readonly simulatedPayments?: SimulatedPayments | undefined;
}

/** The carrier that this installation uses: what its settings give and what is known without a connection. */
export interface CarrierSetup {
  /** As people read it. */
  readonly name: string;
  /** False where texts stay on this computer, so that quiet hours, approval and public addresses don't matter. */
  readonly reachesPhones: boolean;
  /** Whether its credentials are saved. */
  readonly isReady: (app: App) => boolean;
  /** Whether an account is saved, even if the rest is missing or its secret doesn't open. Texts may arrive there. */
  readonly hasAccount: (app: App) => boolean;
  /** Undefined while it isn't ready. The same credentials give the same connection. */
  readonly connect: (app: App) => Promise<Carrier | undefined>;
  /** Undefined for an unlisted code, which only fails the text. */
  readonly explain: (code: number | null) => ErrorMeaning | undefined;
  /** Reads a request to a webhook; undefined when it is about no text. @throws Problem 403 for a wrong signature */
  readonly readWebhook: (app: App, c: Context) => Promise<CarrierEvent | undefined>;
  /** What the carrier expects in reply to a client's text. */
  readonly replyToText: () => Response;
  /** Checks the saved credentials and number. */
  readonly check: (app: App) => Promise<Check>;
  /** What must be saved before webhooks can be connected. */
  readonly findMissing: (app: App) => Check | undefined;
  /** Points the number's texts and calls at this installation. */
  readonly connectWebhooks: (app: App) => Promise<Check>;
  /** Checks that a request of the carrier would arrive here. */
  readonly checkWebhooks: (app: App) => Promise<Check>;
}

/** A signed-in staff user, as service functions see the actor. */
export interface Staff {
  readonly id: string;
  readonly username: string;
  readonly role: Role;
  readonly permissions: Permissions;
  readonly permissionVersion: number;
  /** Two-step sign-in is required and not set up yet, so nothing else may be opened. */
  readonly needsSecondFactor?: true;
  readonly caller: Caller;
}

/** Where a request came from, for audit, sessions, consent and rate limits. */
export interface Caller {
  readonly ip: string | null;
  readonly userAgent: string | null;
  /** The cookie that recognizes the browser, if it has one, and gives it one with the reply. */
  readonly browser?: string | undefined;
  readonly ensureBrowser?: () => string;
}
