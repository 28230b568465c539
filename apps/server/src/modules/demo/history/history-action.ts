import type { Actor } from '@headwater/domain/roles';
import type { Candidates } from '../candidates-port.ts';
import type { Calls, Past } from '../past-port.ts';

/** An action of a demo user or reader at a time. Idempotent, because a restart may repeat it. */
export interface HistoryAction {
  /** Unique. */
  key: string;
  at: Date;
  /** Actions of a reader do not influence the sending, except replies. */
  by: 'user' | 'reader';
  /** Mailbox that receives a message by the action. */
  comesBackTo?: string;
  do(context: ActionContext): Promise<void>;
}

export interface ActionContext {
  past: Past;
  candidates: Candidates;
  /** API calls of a demo user by email; undefined if the user does not exist. */
  callsOf(email: string): Promise<{ actor: Actor; calls: Calls } | undefined>;
  /** Resolves when the search index is ready. */
  untilSearchable(): Promise<void>;
}

/** An action of a user through the API; skipped if the user is gone. */
export const actionOf = (
  email: string,
  action: Pick<HistoryAction, 'key' | 'at'>,
  act: (calls: Calls, user: Actor, context: ActionContext) => Promise<unknown>,
): HistoryAction => ({
  ...action,
  by: 'user',
  async do(context) {
    const user = await context.callsOf(email);
    if (user) await act(user.calls, user.actor, context);
  },
});
