import { Problem } from "#src/shared/problem.ts";
import { COMMON_PASSWORDS } from "./common-passwords.ts";

const AT_ONCE = 2;
const WAITING = 16;

/** argon2id takes tens of milliseconds and 64 MB each: two at a time, a short queue, then 429. */
let running = 0;
const queue: (() => void)[] = [];

export async function hashPassword(password: string): Promise<string> {
  return inTurn(() => Bun.password.hash(password, "argon2id"));
}

/** Takes as long for a user that does not exist, so that names cannot be guessed by the clock. */
export async function isPassword(password: string, hash: string | undefined): Promise<boolean> {
  const right = await inTurn(() => Bun.password.verify(password, hash ?? NOBODY));
  return right && hash !== undefined;
}

export function refuseCommon(password: string): void {
  if (COMMON_PASSWORDS.has(password.toLowerCase()))
    throw new Problem(400, "That password is too easy to guess.", {
      errors: { password: "That password is too easy to guess." },
    });
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < AT_ONCE) running += 1;
  else await place();
  try {
    return await work();
  } finally {
    // The place is handed on rather than given up: whoever comes in between would be a third.
    const next = queue.shift();
    if (next) next();
    else running -= 1;
  }
}

function place(): Promise<void> {
  if (queue.length >= WAITING)
    throw new Problem(429, "Many people are signing in. Please try again in a moment.", {
      retryAfter: 2,
    });
  return new Promise((resolve) => queue.push(resolve));
}

/** Of a random password that was thrown away: making one at each start would cost 90 ms. */
const NOBODY =
  "$argon2id$v=19$m=65536,t=2,p=1$mxwV590NSB8q4ucGhcWQ3XeeTahFjZuBgJ3us2/L2gQ$0mPdUIchYyK32tMLK8AvnY8OlNALhwYfKdCCNkf5jGs";
