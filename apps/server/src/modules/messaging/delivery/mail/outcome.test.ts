import { expect, it } from 'vitest';
import { concludeSend, type Tried } from './outcome.ts';

const now = new Date('2026-11-21T09:00:00Z');
const tried = (attempts: number, more: Partial<Tried> = {}): Tried => ({ attempts, deferrals: 0, softBounces: 0, ...more });
const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

it('[SEND-032] retries an untried message immediately or when the service allows it, any number of times', () => {
  for (const attempts of [1, 5, 50]) {
    expect(concludeSend({ outcome: 'not_begun' }, tried(attempts), now)).toMatchObject({
      verdict: { state: 'planned', sendAt: now },
      untried: true,
    });
    const later = new Date('2026-11-21T09:01:30Z');
    const kept = concludeSend({ outcome: 'not_begun', retryAfter: 90, detail: 'Retry after 90 s' }, tried(attempts), now);
    expect(kept).toMatchObject({
      verdict: { state: 'planned', sendAt: later },
      untried: true,
      pauseUntil: later,
      detail: 'Retry after 90 s',
    });
  }
});

it('[SEND-032] pauses other messages of a mailbox for a minute without an answer, and not after a refusal', () => {
  const refused = { outcome: 'refused', permanence: 'temporary', code: null, response: 'No answer' } as const;
  const soon = new Date('2026-11-21T09:01:00Z');
  for (const reason of ['timeout', 'refused', 'host_unknown', 'tls'] as const) {
    expect(concludeSend({ ...refused, reason }, tried(1), now)).toMatchObject({
      verdict: { state: 'planned', sendAt: soon },
      pauseUntil: soon,
    });
  }
  expect(concludeSend({ ...refused, reason: 'recipient', code: 451 }, tried(1), now)).not.toHaveProperty('pauseUntil');
});

it('[SEND-026] [DEC-10] pauses the mailbox after a refusal of its sender, longer each time, without blaming message or recipient', () => {
  const refused = {
    outcome: 'refused',
    permanence: 'permanent',
    reason: 'sender',
    code: 553,
    response: '553 5.7.1 not owned by user',
  } as const;
  const pauses = [0, 1, 2, 3, 9].map((deferrals) => concludeSend(refused, tried(6, { deferrals }), now));
  expect(pauses.map(({ pauseUntil }) => pauseUntil)).toEqual([15, 30, 60, 120, 120].map(after));
  expect(pauses[0]).toMatchObject({ verdict: { state: 'planned' }, pauseReason: refused.response, untried: true, mailboxBroken: false });
});

it('[SEND-024] [SEND-032] keeps attempts after a limit and waits as long as the server requests', () => {
  const refused = { outcome: 'refused', permanence: 'temporary', reason: 'limit', code: 450, response: '450 4.7.1 too much mail' } as const;
  expect(concludeSend(refused, tried(6), now)).toMatchObject({ verdict: { state: 'planned' }, pauseUntil: after(1), untried: true });
  expect(concludeSend(refused, tried(6), now)).not.toHaveProperty('pauseReason');
  expect(concludeSend({ ...refused, retryAfter: 5400 }, tried(1), now).pauseUntil).toEqual(after(90));
  expect(concludeSend({ ...refused, permanence: 'permanent' }, tried(1), now).pauseUntil).toEqual(after(60));
});

it('[SEND-026] resends a temporarily bounced message over days, and then reports it', () => {
  const refused = {
    outcome: 'refused',
    permanence: 'permanent',
    reason: 'recipient_temporary',
    code: 552,
    response: '552 5.2.2 full',
  } as const;
  const verdicts = [0, 1, 2, 3].map((softBounces) => concludeSend(refused, tried(1, { softBounces }), now).verdict);
  expect(verdicts).toEqual([
    ...[4, 24, 48].map((hours) => ({ state: 'planned', sendAt: after(hours * 60), reason: 'soft_bounce' })),
    { state: 'error', reason: 'soft_bounce' },
  ]);
});

it('[SEND-022] fails immediately on permanent limits of the server and reports the size', () => {
  const refused = {
    outcome: 'refused',
    permanence: 'permanent',
    reason: 'too_large',
    code: null,
    response: 'larger',
    limit: 10_240_000,
  } as const;
  expect(concludeSend(refused, tried(1), now)).toMatchObject({
    verdict: { state: 'error', reason: 'too_large' },
    detail: 'message_too_large:10240000',
  });
});
