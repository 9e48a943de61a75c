import { SEALED } from "#db/platform/encrypted-columns.ts";

const REBUILT = "A search index, which an import builds again";
const SIGN_IN = "Signs someone in";

/**
 * The columns of each table that the folder data of an export contains, and that an import reads. A table or column is
 * here or in LEFT_OUT; a test fails for one that is in neither, so that nothing new leaves the server unnoticed.
 */
export const DATA_TABLES: Readonly<Record<string, string>> = {
  state: "name value",
  counters: "name value",
  settings: "name value",
  audit_logs:
    "id actor_id actor_type action target_type target_id metadata ip_address user_agent created_at hash",
  audit_counts: "actor_id actor_type action n",
  own_words: "kind id user_id body",
  users: "id username email role approved permissions permission_version created_at",
  owners: "key user_id leaving",
  contacts:
    "id name phone email owner opted_out opted_out_at undeliverable created_at birthday agreed client_from client_until asked_until",
  consents: "id phone channel category given source wording actor_id ip_address created_at",
  appointment_only: "phone",
  opt_out_reviews: "phone wording asked_at",
  undeliverable_numbers: "phone marked_at code cleared_at",
  tags: "id name contact_count reachable_count created_at opted_out_count undeliverable_count agreed_count",
  contact_tags: "tag_id contact_id",
  contact_notes: "id contact_id body author_id author created_at edited_at",
  contact_import_parts: "id import_key user_id first_contact_id last_contact_id created_at",
  retagged_contacts: "contact_id",
  contact_update_requests:
    "id user_id first_name last_name phone status created_at resolved_at resolved_by contact_id",
  contact_numbers: "contact_id phone until",
  contact_merges: "id contact_id other_id other_name before merged_at",
  messages:
    "id kind phone contact_id campaign_id text_version body segments status provider_id due_at at claimed_at sent_after settled_after error_code error price retry_of hidden read declined_at",
  daily_texts: "day sent failed",
  campaigns:
    "id name user_id status text_version segments segment_cost total_cost total_recipients sent_count delivered_count failed_count skipped_count unknown_count reply_count opt_out_count real_cost priced_count reason pace_interval next_send_at held_until held_by scheduled_at audience freeze_after freeze_until frozen_count check_status check_total check_done check_after created_at started_at ended_at include_asked",
  campaign_texts: "campaign_id version message",
  campaign_hours: "campaign_id hour sent delivered failed replies",
  campaign_failures: "campaign_id kind words count",
  deleted_campaigns: "id",
  conversations: "id contact_id last_message_id last_message_at last_message_preview unread_count",
  drafts: "conversation_id user_id body updated_at",
  quick_replies: "id title body place",
  media:
    "id message_id place state type size source error tries due_at uploaded_by created_at delete_at",
  media_pieces: "id media_id bytes",
  number_checks: "phone valid line_type checked_at",
  scanned_numbers: "phone",
  strikes: "phone day",
  text_sign_ups: "phone name appointments offers ip_address user_agent asked_at contact_id",
  registration: "id details status checked_at",
  employees: "id name display_order work_start_time work_end_time feed_version created_at",
  services:
    "id name name_key category duration_minutes buffer_minutes price_cents deposit_cents color employee_ids overrides online_booking created_at deleted_at processing return_weeks",
  weekly_hours: "id employee_id from_day weekly start end",
  closed_days: "id day name yearly open",
  time_off: "id employee_id starts_at ends_at reason kind created_at",
  appointment_series: "id every_weeks created_at",
  appointments:
    "id employee_id client_name name_key phone starts_at ends_at duration_minutes service status source thank_you thank_you_at reminder reminder_message_id created_at service_id price_cents buffer_minutes series_id contact_id known_starts_at known_employee_id text_due_at text_message_id reminded_at undecided revision changed_at second_reminder told_starts_at told_employee_id visit_notes processing services canceled_at visit_id fee_question reminder_starts_at",
  slot_holds: "id employee_id starts_at duration_minutes buffer_minutes expires_at first_id",
  online_bookings:
    "id phone client_name email service_id employee_id starts_at duration_minutes buffer_minutes price_cents deposit_cents appointment_id hold_id checkout_id payment_intent_id paid_at refund_due_at refunded_at marketing created_at canceled_at contact_id moved_from requested_at deposit_due_at cancel_reason refund_sent_at services card_request_id checkout_ended",
  waitlist:
    "id contact_id service_id employee_id from_day to_day weekdays time_from time_to status unanswered appointment_id source created_at closed_at client_name unanswered_on service_ids",
  waitlist_gaps: "id employee_id starts_at ends_at due_at created_at",
  waitlist_offers:
    "id entry_id gap_id phone employee_id starts_at duration_minutes buffer_minutes price_cents hold_id message_id status created_at expires_at ended_at performers",
  automatic_texts: "id kind contact_id reason message_id created_at",
  deletion_conflicts: "id client_name status created_at resolved_at resolved_by asked",
  deletion_candidates: "conflict_id appointment_id",
  agreements:
    "id kind subject_id title text text_hash facts signature_type signature signer_name phone phone_verified email consent ip_address user_agent signed_at seal expires_at",
  card_agreements:
    "id contact_id phone signer_name wording wording_hash fee_kind fee_cents fee_percent visit_fee_cents late_hours ip_address user_agent agreed_at",
  card_requests:
    "id contact_id agreement_id stripe_customer_id checkout_id for_booking created_at expires_at completed_at",
  cards:
    "id contact_id request_id agreement_id stripe_customer_id stripe_payment_method_id brand last4 exp_month exp_year added_at removed_at detached_at expiry_told_at",
  agreement_events: "id agreement_id words ip_address created_at hash",
  agreement_mails: "agreement_id kind renews_at created_at try_at",
  memberships:
    "id name description price billing_frequency agreement_text status created_by approved_by approved_at stripe_price_id stripe_price_currency subscriber_count deleted_at created_at updated_at stripe_statement_name",
  subscriptions:
    "id membership_id contact_id agreement_id stripe_subscription_id stripe_customer_id price currency billing_frequency status current_period_end cancel_at_period_end created_at updated_at open_invoices",
  membership_usage: "id subscription_id used_date notes created_by created_at",
  membership_payments: "stripe_invoice_id subscription_id stripe_payment_intent_id amount paid_at",
  payment_plans:
    "id name description principal fee_basis_points total installment_count installment_interval installment agreement_text stripe_product_id stripe_price_id created_by subscriber_count created_at updated_at stripe_price_currency stripe_statement_name",
  payment_plan_subscriptions:
    "id payment_plan_id contact_id agreement_id stripe_subscription_id stripe_schedule_id stripe_customer_id stripe_price_id currency total status remaining_installments next_payment_date completed_at canceled_at cancel_reason paid_ahead created_at updated_at open_invoices",
  payment_plan_installments:
    "id subscription_id sequence_number due_date amount status stripe_invoice_id stripe_payment_intent_id paid_at failure_reason scheduled_attempts manual_declines created_at updated_at decided_at",
  charges:
    "id subscription_id installment_id attempt key invoice_id is_separate is_netted status words actor_id created_at",
  reversals: "id kind stripe_payment_intent_id amount currency status reason due_by told_at",
  surplus_payments:
    "stripe_payment_intent_id agreement_id stripe_invoice_id amount currency paid_at",
  payments:
    "id contact_id client_name status way currency lines discount_cents discount_percent deposit_cents deposit_paid_at due_cents tip_cents received_cents taken_by created_at expires_at paid_at canceled_at stripe_payment_intent_id is_late decided_at card_id is_fee charge_at card receipt_texted_at visit_deleted_at",
  payment_visits: "payment_id appointment_id",
  payment_checkouts:
    "session_id payment_id due_cents tip_cents status stripe_payment_intent_id created_at paid_at",
  payment_refunds:
    "id payment_id stripe_payment_intent_id cents until_cents asked_by created_at due_at sent_at made_at",
  checkouts: "session_id kind subject_id agreement_id contact_name phone email status created_at",
  calls: "id call_sid phone contact_id status started_at ended_at duration message text_back_id",
  call_turns: "call_id position role content first_token_ms created_at",
  potential_appointments:
    "id call_id contact_id caller_name phone preferred_date preferred_time requested_service notes employee_id starts_at duration_minutes status processed_by processed_at appointment_id created_at",
  reviews:
    "id google_review_id reviewer_name name_key rating review_text reviewed_at changed_at deleted_at contact_id manually_matched kept_unmatched checked_off checked_off_by checked_off_at created_at updated_at",
  webhook_calls: "id path user_id status words fields ip_address created_at",
};

/** Tables, and columns such as "users.password_hash", that never leave the server, and why. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  "users.password_hash": SIGN_IN,
  sessions: SIGN_IN,
  client_sessions: SIGN_IN,
  invitations: SIGN_IN,
  verification_codes: SIGN_IN,
  second_factors: SIGN_IN,
  recovery_codes: SIGN_IN,
  api_keys: "Signs other programs in",
  push_subscriptions: "Belongs to a session and to this server's keys",
  idempotency_keys: "Repeats a reply to the same request within a day",
  rate_limits: "Counts attempts under this server's key",
  stripe_events: "A repeated event changes nothing",
  audit_search: REBUILT,
  contacts_search: REBUILT,
  contacts_words: REBUILT,
  messages_search: REBUILT,
  calls_search: REBUILT,
};

/** Only these rows are exported: no secrets, no codes, and of the program's own state what a new server needs. */
export const DATA_CONDITIONS: Readonly<Record<string, string>> = {
  state: `name in ('consent-notice', 'deliverability-last', 'deliverability-watermark', 'hours-reviewed-at',
    'inbound-watched-until', 'longest-names', 'owed-back', 'priced-until')`,
  settings: `value not glob '"${SEALED}"' and name <> 'vapidPublicKey'`,
  messages: "purpose <> 'code' or status not in ('pending', 'claimed', 'in_doubt')",
};

/** What is read in place of a column. Codes sign clients in. */
export const DATA_EXPRESSIONS: Readonly<Record<string, string>> = {
  "messages.body": "iif(purpose = 'code', null, body)",
};
