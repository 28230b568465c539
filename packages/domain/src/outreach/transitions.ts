import type { MessageState } from './message-status.ts';

interface Transition {
  from: readonly MessageState[];
  to: readonly MessageState[];
}

/** `plan` also creates messages; `claim` takes over messages of dead workers. */
export const messageTransitions = {
  plan: { from: ['error'], to: ['planned', 'handed_over', 'error'] },
  claim: { from: ['planned', 'claimed', 'handed_over'], to: ['claimed', 'handed_over'] },
  release: { from: ['claimed'], to: ['planned'] },
  handOver: { from: ['claimed'], to: ['handed_over'] },
  /** A copy of this installation may have sent it, so the Sent folder is checked first. */
  suspect: { from: ['planned', 'claimed'], to: ['handed_over'] },
  postpone: { from: ['handed_over'], to: ['handed_over'] },
  /** Waits longer, or leaves from another mailbox. */
  putOff: { from: ['planned'], to: ['planned'] },
  move: { from: ['planned'], to: ['planned'] },
  settle: { from: ['claimed', 'handed_over'], to: ['planned', 'error', 'unknown'] },
  /** The provider accepted it, even if a user requested an unclaimed second copy since. */
  accept: { from: ['planned', 'claimed', 'handed_over', 'unknown'], to: ['sent'] },
  /** An answer proves that it was sent. */
  confirm: { from: ['planned', 'claimed', 'handed_over', 'unknown'], to: ['sent'] },
  reply: { from: ['planned', 'claimed', 'handed_over', 'sent', 'error', 'unknown'], to: ['sent'] },
  bounce: { from: ['sent', 'unknown'], to: ['error', 'planned'] },
  /** The outcome can no longer be determined, or a bounced message is not resent. */
  park: { from: ['planned', 'claimed', 'handed_over'], to: ['unknown', 'error'] },
  resolve: { from: ['unknown'], to: ['sent', 'planned'] },
  cancel: { from: ['planned', 'claimed'], to: ['error'] },
  leave: { from: ['planned', 'claimed'], to: ['handed_over'] },
  /** A messenger cannot send it now; the message waits in its conversation. */
  defer: { from: ['planned', 'handed_over'], to: ['planned'] },
  /** A messenger cannot send a mailing's message now; the account keeps it. */
  hold: { from: ['claimed', 'handed_over'], to: ['claimed'] },
  refuse: { from: ['planned', 'claimed', 'handed_over'], to: ['error'] },
  /** A messenger's delivery report overrides any earlier state. */
  arrive: { from: ['planned', 'claimed', 'handed_over', 'error', 'unknown'], to: ['sent'] },
  /** A user resends a refused message of a conversation. */
  retry: { from: ['error'], to: ['planned'] },
  /** The mailing ends; its message stays in the conversation. */
  detach: { from: ['planned'], to: ['error'] },
  withdraw: { from: ['planned', 'claimed'], to: [] },
} as const satisfies Record<string, Transition>;

export type MessageTransition = keyof typeof messageTransitions;

export const statesBefore = (transition: MessageTransition): readonly MessageState[] => messageTransitions[transition].from;
