import { randomInt } from 'node:crypto';
import { countUsers } from '#modules/accounts/public.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { ensureFact, readFact, takeFact } from '#platform/database/installation-store.ts';

const fact = 'setup_code';
/** Without similar characters, because users type the code. */
const codeAlphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const [groups, groupLength] = [4, 5];

/** Returns a code with 99 random bits such as `K7M2Q-…`. */
const makeCode = (): string =>
  Array.from({ length: groups }, () =>
    Array.from({ length: groupLength }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join(''),
  ).join('-');

const normalizeCode = (typed: string): string => (typed.toUpperCase().match(/[A-Z0-9]/g) ?? []).join('').replaceAll(/(.{5})(?=.)/g, '$1-');

/** Plain text in the database, because access to it allows creating accounts anyway. */
export const openSetup = (database: Database, clock: Clock): Promise<string | undefined> =>
  database.asSystem(async (tx) => {
    if ((await countUsers(tx)) > 0) return undefined;
    return ensureFact(tx, fact, { value: makeCode(), savedAt: clock.now() });
  });

export function setupState(database: Database): () => Promise<boolean> {
  let isOver = false;
  return async () => {
    if (isOver) return false;
    const [users, code] = await database.asSystem(async (tx) => [await countUsers(tx), await readFact<string>(tx, fact)] as const);
    isOver = users > 0;
    return !isOver && code !== undefined;
  };
}

export const matchesCode = async (tx: Tx, typed: string): Promise<boolean> => (await readFact<string>(tx, fact)) === normalizeCode(typed);

/** Uses the code. Returns true for only one of several concurrent requests. */
export const consumeCode = (tx: Tx, typed: string): Promise<boolean> => takeFact(tx, fact, normalizeCode(typed));
