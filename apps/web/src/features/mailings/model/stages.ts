import type { MailingListView } from '@headwater/contract/mailings';
import type { Stage } from './params.ts';

/** SEND-004, SEND-005: replied implies opened, and opened implies sent. */
export const stageFilter: Readonly<Record<Stage, { status?: string; ended?: 'bounced' | 'unsubscribed' | 'none' }>> = {
  draft: { status: 'draft' },
  queued: { status: 'pending,planned' },
  sent: { status: 'sent,opened,replied' },
  opened: { status: 'opened,replied' },
  replied: { status: 'replied' },
  bounced: { ended: 'bounced' },
  unsubscribed: { ended: 'unsubscribed' },
  failed: { status: 'error', ended: 'none' },
};

interface StageCount {
  stage: Stage;
  count: number;
  /** Share of the parent group. Undefined if meaningless. */
  share: number | undefined;
}

const part = (count: number, whole: number) => (whole > 0 ? count / whole : undefined);

/** MAIL-020, SEND-006: queued and sent are shares of all recipients, later stages of sent. */
export function funnelOf({ totals, recipients_count: all }: Pick<MailingListView, 'totals' | 'recipients_count'>): StageCount[] {
  const { draft, queued, sent, viewed, replied, bounced, unsubscribed, failed } = totals;
  const reached = sent + bounced;
  const rows: StageCount[] = [
    { stage: 'draft', count: draft, share: part(draft, all) },
    { stage: 'queued', count: queued, share: part(queued, all) },
    { stage: 'sent', count: sent, share: part(sent, all) },
    { stage: 'opened', count: viewed, share: part(viewed, sent) },
    { stage: 'replied', count: replied, share: part(replied, sent) },
    { stage: 'bounced', count: bounced, share: part(bounced, reached) },
    { stage: 'unsubscribed', count: unsubscribed, share: part(unsubscribed, reached) },
    { stage: 'failed', count: failed, share: part(failed, all) },
  ];
  const optional: readonly Stage[] = ['draft', 'failed'];
  return rows.filter(({ stage, count }) => count > 0 || !optional.includes(stage));
}
