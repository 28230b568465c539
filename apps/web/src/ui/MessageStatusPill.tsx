/**
 * Status of a message, recipient or mailing, with its text and colour. `quiet` colours only the
 * dot, for cells of a table. The messages list has its own labels (SENT-002).
 *   <MessageStatusPill status="bounced" />
 *   <MessageStatusPill status="sent">Sent twice</MessageStatusPill>
 */
import type { ReactNode } from 'react';
import { useTranslation } from '#lib/use-translation.ts';
import { StatusPill } from './StatusPill.tsx';

/** Palette numbers: pending is indigo, success blue to green, problems orange or red. */
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

/** Message states of the API (SEND-001). */
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

const ofReason: Readonly<Record<string, MessageStatusName>> = {
  bounce: 'bounced',
  soft_bounce: 'bouncedTemporary',
  unsunscribed: 'unsubscribed',
};

/** Maps a state of the API and its failure reason to a status; unknown states are `draft`. */
export const messageStatusOf = (status: string, reason?: string | null): MessageStatusName =>
  (status === 'error' && reason ? ofReason[reason] : undefined) ?? ofWire[status] ?? 'draft';

interface MessageStatusPillProps {
  status: MessageStatusName;
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
