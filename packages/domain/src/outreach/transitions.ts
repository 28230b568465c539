import type { MessageState } from './message-status.ts';

interface Transition {
  /** A message in another state is left as it is. */
  from: readonly MessageState[];
  /** What it may become; none: it is taken away. */
  to: readonly MessageState[];
}

/**
 * Everything that may happen to a message, by what the state is before and after. `plan` also makes new ones; of those whose worker fell silent `claim`
 * takes up `claimed` and `handed_over` ones.
 */
export const messageTransitions = {
  plan: { from: ['error'], to: ['planned', 'handed_over', 'error'] },
  claim: { from: ['planned', 'claimed', 'handed_over'], to: ['claimed', 'handed_over'] },
  /** It is given back before the network was touched. */
  release: { from: ['claimed'], to: ['planned'] },
  handOver: { from: ['claimed'], to: ['handed_over'] },
  /** It may have left from a copy of this installation: the Sent folder is asked before anything is sent. */
  suspect: { from: ['planned', 'claimed'], to: ['handed_over'] },
  /** The provider cannot say yet what became of it. */
  postpone: { from: ['handed_over'], to: ['handed_over'] },
  /** It waits longer, or leaves from another mailbox. */
  putOff: { from: ['planned'], to: ['planned'] },
  move: { from: ['planned'], to: ['planned'] },
  /** An attempt ends otherwise than by being accepted. */
  settle: { from: ['claimed', 'handed_over'], to: ['planned', 'error', 'unknown'] },
  /** The provider took it, also where a person has wanted another copy meanwhile that has not been taken up. */
  accept: { from: ['planned', 'claimed', 'handed_over', 'unknown'], to: ['sent'] },
  /** Something came back for it, so that it did leave. */
  confirm: { from: ['planned', 'claimed', 'handed_over', 'unknown'], to: ['sent'] },
  reply: { from: ['planned', 'claimed', 'handed_over', 'sent', 'error', 'unknown'], to: ['sent'] },
  /** `planned`: its address takes no mail for now. */
  bounce: { from: ['sent', 'unknown'], to: ['error', 'planned'] },
  /** Nobody can be asked what became of it any more: a person decides. What bounced before, and waits to be sent again, ends. */
  park: { from: ['planned', 'claimed', 'handed_over'], to: ['unknown', 'error'] },
  /** A person has decided. */
  resolve: { from: ['unknown'], to: ['sent', 'planned'] },
  /** Its mailbox was disconnected. */
  cancel: { from: ['planned', 'claimed'], to: ['error'] },
  /** Nobody wants it to leave any more. */
  withdraw: { from: ['planned', 'claimed'], to: [] },
} as const satisfies Record<string, Transition>;

export type MessageTransition = keyof typeof messageTransitions;

/** The states from which a message may be taken. */
export const statesBefore = (transition: MessageTransition): readonly MessageState[] => messageTransitions[transition].from;
