import { describe, expect, it } from 'vitest';
import type { MailingRecipientView } from '@headwater/contract/mailing-recipients';
import { statusOfRecipient } from './recipient-status.ts';

type Given = Pick<MailingRecipientView, 'status' | 'ended'>;
const of = (status: Given['status'], ended: Given['ended'] = null, reason: string | null = null) =>
  statusOfRecipient({ status, ended, messages: [{ status, error_reason: reason }] as unknown as MailingRecipientView['messages'] });

describe('the status of a recipient', () => {
  it('[SEND-001] [SEND-002] shows the same status for all waiting recipients', () => {
    expect([of('pending'), of('planned')]).toEqual(['scheduled', 'scheduled']);
    expect([of('draft'), of('sent'), of('opened'), of('replied')]).toEqual(['draft', 'sent', 'opened', 'replied']);
  });

  it('[SEND-023] [SEND-026] shows why a message did not arrive', () => {
    expect(of('error', 'bounced', 'bounce')).toBe('bounced');
    expect(of('error', null, 'bounce')).toBe('bounced');
    expect(of('error', null, 'unsunscribed')).toBe('unsubscribed');
    expect(of('error', null, 'max_retries')).toBe('failed');
  });

  it('[SEND-010] shows an unsubscribe before any planned message', () => {
    expect([of('planned', 'unsubscribed'), of('opened', 'unsubscribed')]).toEqual(['unsubscribed', 'unsubscribed']);
  });

  it('[SEQ-010] shows recipients who were stopped before the first message', () => {
    expect([of('draft', 'by_hand'), of('planned', 'by_hand'), of('opened', 'by_hand')]).toEqual(['stopped', 'stopped', 'opened']);
  });
});
