-- Deleting a user or subscription would otherwise read these tables whole.
create index contact_update_requests_of_user on contact_update_requests (user_id);
create index memberships_approved_by on memberships (approved_by);
create index memberships_created_by on memberships (created_by);
create index membership_usage_created_by on membership_usage (created_by);
create index payment_plans_created_by on payment_plans (created_by);
create index charges_of_subscription on charges (subscription_id);
