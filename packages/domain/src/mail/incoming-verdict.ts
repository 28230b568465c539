export type BounceReason =
  | 'no_such_address'
  | 'no_such_domain'
  | 'moved'
  | 'domain_takes_no_mail'
  | 'mailbox_full'
  | 'mailbox_disabled'
  | 'filtered'
  | 'sender_refused'
  | 'sender_unproven'
  | 'blocked'
  | 'spam'
  | 'policy'
  | 'relay_denied'
  | 'too_big'
  | 'too_many'
  | 'expired'
  | 'network'
  | 'server'
  | 'unclear';

/** `hard`: the address will not accept mail later either. */
export type Bounce = {
  recipient: string | null;
  permanence: 'hard' | 'soft';
  reason: BounceReason;
  /** RFC 3463 */
  status: string | null;
  diagnostic: string;
  /** False for a warning: the sending server still tries. */
  final: boolean;
};

/** RFC 5965 types and `opt-out`; `auth-failure` is not a person's complaint. */
export type ComplaintType = 'abuse' | 'auth-failure' | 'fraud' | 'virus' | 'not-spam' | 'opt-out' | 'other';

export type Verdict = { about: string[] } & (
  | { kind: 'reply' }
  | { kind: 'auto_reply' }
  | { kind: 'bounce'; bounces: Bounce[] }
  | { kind: 'complaint'; type: ComplaintType }
  /** `isList`: only list headers contradict a reply; inside our thread it counts as one. */
  | { kind: 'other'; isList?: true }
);
