import { describe, expect, it } from 'vitest';
import type { MailingRecipientView } from '@headwater/contract/mailing-recipients';
import { statusOfRecipient } from './recipient-status.ts';

type Given = Pick<MailingRecipientView, 'status' | 'ended'>;
const of = (status: Given['status'], ended: Given['ended'] = null, reason: string | null = null) =>
  statusOfRecipient({ status, ended, messages: [{ status, error_reason: reason }] as unknown as MailingRecipientView['messages'] });

describe('the status of a recipient', () => {
  it('[SEND-001] [SEND-002] has one word for everybody who waits', () => {
    expect([of('pending'), of('planned')]).toEqual(['scheduled', 'scheduled']);
    expect([of('draft'), of('sent'), of('opened'), of('replied')]).toEqual(['draft', 'sent', 'opened', 'replied']);
  });

  it('[SEND-023] [SEND-026] names what kept a message from arriving', () => {
    expect(of('error', 'bounced', 'bounce')).toBe('bounced');
    expect(of('error', null, 'bounce')).toBe('bounced');
    expect(of('error', null, 'unsunscribed')).toBe('unsubscribed');
    expect(of('error', null, 'max_retries')).toBe('failed');
  });

  it('[SEND-010] shows who unsubscribed as that, whatever was planned', () => {
    expect([of('planned', 'unsubscribed'), of('opened', 'unsubscribed')]).toEqual(['unsubscribed', 'unsubscribed']);
  });

  it('[SEQ-010] tells who was stopped before anything was sent', () => {
    expect([of('draft', 'by_hand'), of('planned', 'by_hand'), of('opened', 'by_hand')]).toEqual(['stopped', 'stopped', 'opened']);
  });
});
