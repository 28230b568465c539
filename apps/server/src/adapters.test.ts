import { assert, integer, property } from 'fast-check';
import { expect, it } from 'vitest';
import { mailLeases } from './adapters.ts';

it('[SEND-008] answers for a letter until a service that took it at the last moment must show it, whatever the time-out is set to', () => {
  assert(
    property(integer({ min: 1, max: 600 }), (seconds) => {
      const { claim, handOver } = mailLeases({ HEADWATER_MAIL_TIMEOUT: seconds });
      expect(handOver).toBeGreaterThanOrEqual(seconds * 1000 + 75_000);
      expect(handOver).toBeGreaterThan(claim);
    }),
  );
});
