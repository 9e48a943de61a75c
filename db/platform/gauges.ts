import type { Database } from "#db/connection.ts";

export interface QueueGauge {
  /** Texts outside campaigns, which a person is waiting for. */
  readonly direct: number;
  /** Recipients of the campaigns that are sending. */
  readonly campaign: number;
  /** With the provider, or perhaps. */
  readonly inFlight: number;
  readonly unknown: number;
  /** Epoch milliseconds since when the oldest direct text waits that is due. */
  readonly oldestAt: number | undefined;
}

/** By kept counts and by partial indexes that hold only what waits: nothing here grows with the ledger. */
export function readQueue(db: Database, now: number): QueueGauge {
  const row = db
    .query<Record<"direct" | "campaign" | "inFlight" | "unknown", number>, []>(
      `select
         (select count(*) from messages where status = 'pending' and campaign_id is null) as direct,
         (select coalesce(sum(max(0, total_recipients - sent_count - failed_count - skipped_count)), 0)
            from campaigns where status = 'sending') as campaign,
         (select count(*) from messages where status in ('claimed', 'in_doubt')) as inFlight,
         (select coalesce(sum(unknown_count), 0) from campaigns where status = 'sending') as unknown`,
    )
    .get();
  const oldest = db
    .query<{ at: number | null }, [number]>(
      `select at from messages where status = 'pending' and campaign_id is null and due_at <= ?
       order by due_at, id limit 1`,
    )
    .get(now);
  return {
    ...(row ?? { direct: 0, campaign: 0, inFlight: 0, unknown: 0 }),
    oldestAt: oldest?.at ?? undefined,
  };
}
