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

/** `hard`: this address will not take mail later either. */
export type Bounce = {
  recipient: string | null;
  permanence: 'hard' | 'soft';
  reason: BounceReason;
  /** RFC 3463, such as `5.1.1`; null where the report names none. */
  status: string | null;
  /** What the server said, one line. */
  diagnostic: string;
  /** False for a warning: the sending server is still trying. */
  final: boolean;
};

/** RFC 5965 types and `opt-out`; an `auth-failure` report is not a person's complaint. */
export type ComplaintType = 'abuse' | 'auth-failure' | 'fraud' | 'virus' | 'not-spam' | 'opt-out' | 'other';

/** `about` are the Message-IDs that the message may be an answer to, or a report on. */
export type Verdict = { about: string[] } & (
  | { kind: 'reply' }
  | { kind: 'auto_reply' }
  | { kind: 'bounce'; bounces: Bounce[] }
  | { kind: 'complaint'; type: ComplaintType }
  /** `isList`: only headers of lists speak against a reply, so in a thread of ours it is one. */
  | { kind: 'other'; isList?: true }
);
