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
