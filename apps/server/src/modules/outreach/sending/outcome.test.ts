import { expect, it } from 'vitest';
import { judgeSend } from './outcome.ts';

const now = new Date('2026-11-21T09:00:00Z');

it('[SEND-032] takes up a letter that was never tried at once, or when the service may be asked again, however often that happens', () => {
  for (const attempts of [1, 5, 50]) {
    expect(judgeSend({ outcome: 'not_begun' }, attempts, now)).toMatchObject({ verdict: { state: 'planned', sendAt: now }, untried: true });
    const later = new Date('2026-11-21T09:01:30Z');
    const kept = judgeSend({ outcome: 'not_begun', retryAfter: 90, detail: 'Retry after 90 s' }, attempts, now);
    expect(kept).toMatchObject({
      verdict: { state: 'planned', sendAt: later },
      untried: true,
      pauseUntil: later,
      detail: 'Retry after 90 s',
    });
  }
});

it('[SEND-032] keeps the other letters of a mailbox back for a minute where its server does not answer, and not where one is refused', () => {
  const refused = { outcome: 'refused', permanence: 'temporary', code: null, response: 'No answer' } as const;
  const soon = new Date('2026-11-21T09:01:00Z');
  for (const reason of ['timeout', 'refused', 'host_unknown', 'tls'] as const) {
    expect(judgeSend({ ...refused, reason }, 1, now)).toMatchObject({ verdict: { state: 'planned', sendAt: soon }, pauseUntil: soon });
  }
  expect(judgeSend({ ...refused, reason: 'recipient', code: 451 }, 1, now)).not.toHaveProperty('pauseUntil');
});
