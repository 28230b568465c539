import type { Actor } from '@headwater/domain/roles';
import type { Candidates } from '../candidates-port.ts';
import type { Calls, Past } from '../past-port.ts';

/** An action of a demo user or reader at a time. Idempotent, because a restart may repeat it. */
export interface HistoryAction {
  key: string;
  at: Date;
  /** Actions of a reader do not influence the sending, except replies. Browsing counts as one. */
  by: 'user' | 'reader';
  comesBackTo?: string;
  do(context: ActionContext): Promise<void>;
}

export interface ActionContext {
  past: Past;
  candidates: Candidates;
  callsOf(email: string): Promise<{ actor: Actor; calls: Calls } | undefined>;
  untilSearchable(): Promise<void>;
}

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
