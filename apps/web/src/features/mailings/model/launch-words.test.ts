import { describe, expect, it } from 'vitest';
import type { LaunchInfo } from '@headwater/contract/mailing-launches';
import type { MailingListView } from '@headwater/contract/mailings';
import { runningState } from './launch-words.ts';

const now = new Date('2026-11-22T16:00:00Z');
const morning = '2026-11-23T08:00:00Z';
const next = (reason: string, expected_at: string | null, text = ''): Pick<LaunchInfo, 'next_message' | 'sender_waits'> => ({
  next_message: { reason, expected_at, text },
  sender_waits: null,
});
const list = (sent: number, undo_until: string | null = null) =>
  ({ undo_until, totals: { sent, bounced: 0 } }) as unknown as Pick<MailingListView, 'undo_until' | 'totals'>;
const undoable = '2026-11-22T16:00:10Z';

describe('the state of a running mailing', () => {
  it('[DEC-10] shows when the first message leaves, also during the undo period', () => {
    expect(runningState(list(0), next('scheduled', morning), now)).toEqual({ state: 'first', at: morning });
    expect(runningState(list(0, undoable), next('scheduled', morning), now)).toEqual({ state: 'first', at: morning });
    expect(runningState(list(0, undoable), next('queued', now.toISOString()), now)).toEqual({ state: 'starts' });
  });

  it('[DEC-10] shows when the next message leaves, and the reason for a delay', () => {
    expect(runningState(list(3), next('next_step', morning), now)).toEqual({ state: 'next', at: morning });
    const limit = 'The daily limit of the mailbox is used up';
    expect(runningState(list(3), next('daily_limit', morning, limit), now)).toEqual({ state: 'next', at: morning, because: limit });
    expect(runningState(list(3), next('mailbox_broken', null, 'Reconnect'), now)).toEqual({ state: 'held', because: 'Reconnect' });
    const broken = { ...next('next_step', morning), sender_waits: { text: 'Reconnect', until: null } };
    expect(runningState(list(3), broken, now)).toEqual({ state: 'held', because: 'Reconnect' });
    expect(runningState(list(3), next('leaving', null), now)).toEqual({ state: 'now' });
    expect(runningState(list(3), { next_message: null, sender_waits: null }, now)).toEqual({ state: 'idle' });
  });
});
