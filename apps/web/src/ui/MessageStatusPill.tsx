/**
 * How far a message, a recipient or a mailing has got, in the one vocabulary and the one colour that a status has everywhere:
 *   <MessageStatusPill status="bounced" />   <MessageStatusPill status="sent">Sent twice</MessageStatusPill>
 * Quiet: only the dot is coloured, for cells of a table. The messages list keeps labels of its own (SENT-002), in these colours.
 */
import type { ReactNode } from 'react';
import { useTranslation } from '#lib/use-translation.ts';
import { StatusPill } from './StatusPill.tsx';

/** Numbers of the palette: waiting is indigo, what went well goes from blue to green, what needs attention is orange or red. */
const colors = {
  draft: 0,
  scheduled: 11,
  sending: 2,
  sent: 1,
  opened: 3,
  replied: 4,
  bounced: 8,
  bouncedTemporary: 7,
  unsubscribed: 10,
  suppressed: 10,
  failed: 8,
  stopped: 6,
  finished: 4,
} as const;

export type MessageStatusName = keyof typeof colors;

/** The status of what the wire says of a message in general (SEND-001). */
const ofWire: Readonly<Record<string, MessageStatusName>> = {
  draft: 'draft',
  pending: 'scheduled',
  planned: 'scheduled',
  sent: 'sent',
  opened: 'opened',
  replied: 'replied',
  error: 'failed',
  soft_bounced: 'bouncedTemporary',
  suppressed: 'suppressed',
};

/** What a refusal is called; of a failure without one of these reasons nothing more is known. */
const ofReason: Readonly<Record<string, MessageStatusName>> = {
  bounce: 'bounced',
  soft_bounce: 'bouncedTemporary',
  unsunscribed: 'unsubscribed',
};

/** The name of a status of the wire, and of the reason where it failed; `draft` for one that is not known. */
export const messageStatusOf = (status: string, reason?: string | null): MessageStatusName =>
  (status === 'error' && reason ? ofReason[reason] : undefined) ?? ofWire[status] ?? 'draft';

interface MessageStatusPillProps {
  status: MessageStatusName;
  /** Other words than those of the status. */
  children?: ReactNode;
  quiet?: boolean;
}

export function MessageStatusPill({ status, children, quiet = false }: MessageStatusPillProps) {
  const { t } = useTranslation('ui');
  return (
    <StatusPill color={colors[status]} quiet={quiet}>
      {children ?? t(`messageStatus.${status}`)}
    </StatusPill>
  );
}
