import { findActor, findUserByEmail } from '#modules/accounts/public.ts';
import type { Database } from '#platform/database/database.ts';
import type { Past } from '../past-port.ts';
import type { ActionContext } from './history-action.ts';

export type CallsOf = ActionContext['callsOf'];

export const callsOf =
  ({ database, past }: { database: Database; past: Past }): CallsOf =>
  async (email) => {
    const actor = await database.readAsSystem(async (tx) => {
      const user = await findUserByEmail(tx, email);
      return user && findActor(tx, user.id);
    });
    return actor && { actor, calls: past.as(actor) };
  };
