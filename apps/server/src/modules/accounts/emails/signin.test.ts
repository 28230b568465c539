import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createSecretBox } from '#platform/crypto/secrets.ts';
import { type SystemEmail, systemMailHandler } from '#platform/system-mail.ts';
import { createSystemMailer } from '#platform/system-mailer.ts';
import { signinCodeEmail, signinLinkEmail } from './signin.ts';

const secrets = createSecretBox([randomBytes(32)]);

/** Log output without a mail server. */
async function loggedFor(letter: SystemEmail): Promise<string> {
  const lines: string[] = [];
  const log = pino(new Writable({ write: (chunk, _encoding, done) => done(void lines.push(String(chunk))) }));
  const mailer = createSystemMailer({ smtpUrl: undefined, from: 'Headwater <no-reply@example.test>', log });
  const handler = systemMailHandler({ secrets, mailer });
  const { signal } = new AbortController();
  await handler.run({ sealed: secrets.seal(JSON.stringify(letter), 'letter') } as never, signal);
  return lines.join('');
}

it('[ACC-017] [ACC-018] logs neither codes nor links', async () => {
  for (const language of ['en', 'ru'] as const) {
    const code = signinCodeEmail({ to: 'a@example.test', code: '400765', language });
    expect(code.subject).not.toContain('400765');
    const link = signinLinkEmail({ to: 'a@example.test', url: 'https://h.test/login?token=secret-token', language });
    const said = [await loggedFor(code), await loggedFor(link)];
    expect(said[0]).toContain('signin_code');
    expect(said[1]).toContain('signin_link');
    for (const text of said) expect(text).not.toMatch(/400765|secret-token/);
  }
});
