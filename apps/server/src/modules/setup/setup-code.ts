import { randomInt } from 'node:crypto';
import { countUsers } from '#modules/accounts/public.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { ensureFact, readFact, takeFact } from '#platform/database/installation-store.ts';

const fact = 'setup_code';
/** Without those that are read as another one: it may be typed from a screen. */
const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const [groups, lettersOfGroup] = [4, 5];

/** 99 random bits: `K7M2Q-…`. */
const makeCode = (): string =>
  Array.from({ length: groups }, () => Array.from({ length: lettersOfGroup }, () => letters[randomInt(letters.length)]).join('')).join('-');

/** As it was printed, however it was typed. */
const printed = (typed: string): string => (typed.toUpperCase().match(/[A-Z0-9]/g) ?? []).join('').replaceAll(/(.{5})(?=.)/g, '$1-');

/**
 * The code that makes the first account, the same for all processes and starts until it is used; undefined where somebody can sign in. It
 * stays readable in the database: whoever reads that may write an account there as well.
 */
export const openSetup = (database: Database, clock: Clock): Promise<string | undefined> =>
  database.asSystem(async (tx) => {
    if ((await countUsers(tx)) > 0) return undefined;
    return ensureFact(tx, fact, { value: makeCode(), savedAt: clock.now() });
  });

/** Whether the first account is still to be made. Once it is, nobody is asked again. */
export function setupState(database: Database): () => Promise<boolean> {
  let isOver = false;
  return async () => {
    if (isOver) return false;
    const [users, code] = await database.asSystem(async (tx) => [await countUsers(tx), await readFact<string>(tx, fact)] as const);
    isOver = users > 0;
    return !isOver && code !== undefined;
  };
}

/** Nothing is used up by it. */
export const isCode = async (tx: Tx, typed: string): Promise<boolean> => (await readFact<string>(tx, fact)) === printed(typed);

/** Uses the code up: of several at once one is told true. */
export const takeCode = (tx: Tx, typed: string): Promise<boolean> => takeFact(tx, fact, printed(typed));
