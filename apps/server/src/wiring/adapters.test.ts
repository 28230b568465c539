import { assert, integer, property } from 'fast-check';
import { expect, it } from 'vitest';
import { sendTimes } from '#integrations/smtp-imap/options.ts';
import { mailLeases } from './adapters.ts';
import { readEnv } from '../env.ts';

it('[SEND-008] waits for a message until a Sent folder must show it, with any settings', () => {
  assert(
    property(integer({ min: 1, max: 600 }), integer({ min: 1, max: 3600 }), (seconds, settle) => {
      const { claim, smtp, service } = mailLeases({ HEADWATER_MAIL_TIMEOUT: seconds, HEADWATER_MAIL_SETTLE: settle });
      expect(service.handOver).toBeGreaterThanOrEqual(seconds * 1000 + 75_000);
      // The transfer ends within these times however the server behaves.
      const { untilText, text } = sendTimes({ answer: seconds * 1000 });
      expect(smtp.handOver).toBeGreaterThanOrEqual(untilText + text + settle * 1000 + 10_000);
      expect(smtp.settle).toBe(settle * 1000);
      expect(Math.min(smtp.handOver, service.handOver)).toBeGreaterThan(claim);
    }),
  );
  expect(mailLeases(readEnv({}))).toMatchObject({ smtp: { settle: 600_000 } });
});
