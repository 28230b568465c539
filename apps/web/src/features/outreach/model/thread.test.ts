import { describe, expect, it } from 'vitest';
import type { ThreadMessage } from '@headwater/contract/outreach';
import { entriesOf, replySubject, replyTarget } from './thread.ts';

const reply = (id: number, received_at: string, more: object = {}) => ({
  id,
  kind: 'reply',
  from_address: 'anna@home.test',
  from_address_is_masked: false,
  received_at,
  ...more,
});
const message = (id: number, sent_at: string | null, replies: object[] = []) =>
  ({
    id,
    email: 'anna@work.test',
    email_is_masked: false,
    subject: 'RE: re: Hello',
    send_at: '2026-11-20T10:00:00Z',
    sent_at,
    replies,
  }) as unknown as ThreadMessage;

describe('a conversation', () => {
  const messages = [
    message(1, '2026-11-18T10:00:00Z', [
      reply(7, '2026-11-20T09:00:00Z'),
      reply(8, '2026-11-18T12:00:00Z', { kind: 'auto_reply', from_address: '' }),
    ]),
    message(2, '2026-11-19T10:00:00Z'),
    message(3, null),
  ];

  it('[SENT-005] [SENT-006] is in chronological order', () => {
    expect(entriesOf(messages).map(({ key }) => key)).toEqual(['m1', 'r8', 'm2', 'r7', 'm3']);
  });

  it('replies to the newest message, at the address that the person wrote from', () => {
    expect(replyTarget(messages)).toEqual({
      id: 3,
      from: 'r7',
      email: 'anna@home.test',
      isMasked: false,
      subject: 'Re: Hello',
      suppression: null,
    });
    expect(replyTarget([message(1, null)])?.email).toBe('anna@work.test');
    expect(replyTarget([])).toBeUndefined();
  });

  it('keeps the reply target when the person writes from another address', () => {
    const later = [...messages, message(4, '2026-11-21T10:00:00Z', [reply(9, '2026-11-21T11:00:00Z', { from_address: 'anna@sea.test' })])];
    expect(replyTarget(later)).toMatchObject({ id: 4, from: 'r9', email: 'anna@sea.test' });
    expect(replyTarget(later, 'r7')).toMatchObject({ id: 4, from: 'r7', email: 'anna@home.test' });
    expect(replyTarget(later, 'm1')).toMatchObject({ from: 'm1', email: 'anna@work.test' });
    expect(replyTarget(later, 'r8')).toMatchObject({ from: 'r9' });
  });

  it('reports a suppressed address, but not for another address of the person', () => {
    const dead = { ...message(1, '2026-11-18T10:00:00Z'), suppression: 'bounce' as const };
    expect(replyTarget([dead])).toMatchObject({ email: 'anna@work.test', suppression: 'bounce' });
    expect(replyTarget([{ ...dead, replies: messages[0]?.replies ?? [] }])).toMatchObject({ email: 'anna@home.test', suppression: null });
  });

  it('reports a masked address', () => {
    const masked = [
      message(1, '2026-11-18T10:00:00Z', [
        reply(7, '2026-11-20T09:00:00Z', { from_address: 'a***@***.test', from_address_is_masked: true }),
      ]),
    ];
    expect(replyTarget(masked)).toMatchObject({ email: 'a***@***.test', isMasked: true });
    expect(replyTarget([{ ...message(1, null), email_is_masked: true }])).toMatchObject({ isMasked: true });
  });

  it("uses the subject of the person's last message", () => {
    const written = message(1, '2026-11-18T10:00:00Z', [reply(7, '2026-11-20T09:00:00Z', { subject: 'Your offer' })]);
    expect(replyTarget([written])).toMatchObject({ from: 'r7', subject: 'Re: Your offer' });
    expect(replyTarget([written, message(2, '2026-11-21T10:00:00Z')])).toMatchObject({ from: 'r7', subject: 'Re: Hello' });
  });

  it("falls back from the person's subject to ours and then to none, never to a display text", () => {
    const byTelegram = (id: number, sent_at: string, replies: object[] = []) => ({ ...message(id, sent_at, replies), subject: '' });
    const at = '2026-11-20T10:00:00Z';
    const named = reply(7, '2026-11-20T11:00:00Z', { subject: 'Your offer' });
    expect(replyTarget([byTelegram(1, at)])).toMatchObject({ from: 'm1', subject: '' });
    expect(replyTarget([byTelegram(1, at, [reply(7, '2026-11-20T11:00:00Z', { subject: '' })])])).toMatchObject({
      from: 'r7',
      subject: '',
    });
    const nameless = reply(8, '2026-11-20T12:00:00Z', { subject: '' });
    expect(replyTarget([byTelegram(1, at, [named, nameless])])).toMatchObject({ from: 'r8', subject: 'Re: Your offer' });
    // With different clocks, and as a reply to our own message.
    const early = reply(7, '2026-11-20T09:59:00Z', { subject: 'Your offer' });
    expect(replyTarget([byTelegram(1, at, [early])])).toMatchObject({ from: 'r7', subject: 'Re: Your offer' });
    expect(replyTarget([byTelegram(1, at, [named])], 'm1')).toMatchObject({ from: 'm1', subject: 'Re: Your offer' });
    expect(replyTarget([message(1, '2026-11-19T10:00:00Z'), byTelegram(2, at)])).toMatchObject({ subject: 'Re: Hello' });
  });

  it('adds one Re: to the subject and truncates it', () => {
    expect(['Hello', 'Re: Hello', 'RE:re: Hello', 'Regarding'].map(replySubject)).toEqual([
      'Re: Hello',
      'Re: Hello',
      'Re: Hello',
      'Re: Regarding',
    ]);
    expect(replySubject('x'.repeat(255))).toHaveLength(255);
    expect(replySubject(' ')).toBe('');
  });
});
