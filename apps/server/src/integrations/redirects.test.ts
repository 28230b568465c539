import { expect, it } from 'vitest';
import type { OutgoingMail } from '../modules/messaging/channels/mailbox-port.ts';
import { systemClock } from '#platform/clock.ts';
import type { Answer, Call, Caller } from '#platform/fetch/api-caller.ts';
import { createGmailProvider } from './gmail/provider.ts';
import { createOutlookProvider } from './microsoft365/provider.ts';

const tokens = { access: 'at', refresh: 'rt', expiresAt: '2999-01-01T00:00:00.000Z', scopes: [] };
const from = { name: '', address: 'anna@company.test' };
const settings = { from, tokens, keep: async () => undefined };
const credentials = { clientId: 'c', clientSecret: 's' };
const outgoing: OutgoingMail = {
  messageId: '<1@company.test>',
  from,
  to: { name: '', address: 'petr@home.test' },
  replyTo: null,
  subject: 'A job',
  text: 'Hello',
  html: '<p>Hello</p>',
  date: new Date('2026-11-21T09:00:00Z'),
  inReplyTo: null,
  references: [],
  headers: [],
};

/** A service behind a gateway that redirects some calls to its sign-in page. */
const callerOf = (answer: (call: Call) => [number, object]): Caller => ({
  timeoutMs: 1000,
  async call(call): Promise<Answer> {
    const [status, body] = answer(call);
    return { status, headers: status === 302 ? { location: 'https://gateway.test/' } : {}, bytes: Buffer.from(JSON.stringify(body)) };
  },
  close: async () => undefined,
});
const outlook = (caller: Caller) =>
  createOutlookProvider({ clock: systemClock, caller, credentials, tenant: 'common' }).open({ ...settings, provider: 'outlook' });

it('[SEND-008] does not report a redirected message as sent', async () => {
  const atSend = callerOf(({ url }) => (url.endsWith('/send') ? [302, {}] : [201, { id: 'd1', internetMessageId: outgoing.messageId }]));
  expect((await outlook(atSend).send(outgoing)).outcome).toBe('unknown');
  const gmail = createGmailProvider({ clock: systemClock, caller: callerOf(() => [302, { id: 'x' }]), credentials });
  expect((await gmail.open({ ...settings, provider: 'gmail' }).send(outgoing)).outcome).toBe('unknown');
});

it('[EDIT-031] does not send a message if the upload of its file was redirected', async () => {
  const called: string[] = [];
  const caller = callerOf(({ method, url }) => {
    called.push(`${method} ${new URL(url).pathname.split('/').at(-1)}`);
    if (method === 'PUT') return [302, {}];
    if (url.endsWith('createUploadSession')) return [200, { uploadUrl: 'https://files.test/put' }];
    return [201, { id: 'd1', internetMessageId: outgoing.messageId }];
  });
  const attachments = [{ filename: 'large.pdf', contentType: 'application/pdf', content: Buffer.alloc(3_000_000) }];
  expect(await outlook(caller).send({ ...outgoing, attachments })).toMatchObject({
    outcome: 'refused',
    permanence: 'temporary',
    reason: 'protocol',
  });
  expect(called).not.toContain('POST send');
  expect(called.at(-1)).toBe('DELETE d1');
});
