import type { Actor } from '@headwater/domain/roles';
import type { Candidates } from '../candidates-port.ts';
import type { Calls, Past } from '../past-port.ts';

/** What one of the demo's people did at a moment. Done again after a kill, it changes nothing that it has done before. */
export interface HistoryAction {
  /** Never the same for two of them. */
  key: string;
  at: Date;
  /** Who does it. What readers do with a message changes nothing of what is sent next, unless they answer. */
  by: 'user' | 'reader';
  /** The mailbox in which something lies after it. */
  comesBackTo?: string;
  do(context: ActionContext): Promise<void>;
}

export interface ActionContext {
  past: Past;
  candidates: Candidates;
  /** The calls of one of the demo's users, by email; undefined where there is none (any more). */
  callsOf(email: string): Promise<{ actor: Actor; calls: Calls } | undefined>;
  /** Resolves once searches are answered. */
  untilSearchable(): Promise<void>;
}

/** An action of a user by the calls of the API; passed over where the user is gone. */
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
