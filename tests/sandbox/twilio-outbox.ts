/** Posts on their way to the product, with a limit on simultaneous ones. */
export interface Outbox {
  /** Set by a reset, which drops what is still waiting. */
  closed: boolean;
  /** Waiting for their moment, in the queue, or on the wire. */
  pending: number;
  active: number;
  delivered: number;
  failed: number;
  /** A set, because removing its first item doesn't move thousands of others. */
  readonly queue: Set<Job>;
  idle: (() => void)[];
}

type Job = () => Promise<void>;

const AT_ONCE = 32;

export function newOutbox(): Outbox {
  return {
    closed: false,
    pending: 0,
    active: 0,
    delivered: 0,
    failed: 0,
    queue: new Set(),
    idle: [],
  };
}

export function later(outbox: Outbox, delayMs: number, job: Job): void {
  outbox.pending += 1;
  setTimeout(() => {
    outbox.queue.add(job);
    work(outbox);
  }, delayMs).unref();
}

/** Resolves once nothing is pending. */
export function outboxIdle(outbox: Outbox): Promise<void> {
  if (outbox.pending === 0 || outbox.closed) return Promise.resolve();
  return new Promise((resolve) => outbox.idle.push(resolve));
}

function work(outbox: Outbox): void {
  if (outbox.closed) return;
  for (const job of outbox.queue) {
    if (outbox.active === AT_ONCE) break;
    outbox.queue.delete(job);
    outbox.active += 1;
    void run(outbox, job);
  }
}

async function run(outbox: Outbox, job: Job): Promise<void> {
  await job();
  outbox.active -= 1;
  outbox.pending -= 1;
  work(outbox);
  if (outbox.pending === 0) for (const resolve of outbox.idle.splice(0)) resolve();
}
