import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import type { Mailbox, ReadOutcome } from '../modules/messaging/channels/mailbox-port.ts';
import { systemClock } from '#platform/clock.ts';
import { type Caller, createCaller } from '#platform/fetch/api-caller.ts';
import { parseMail } from '#platform/mail/parse.ts';
import { createGmailProvider } from './gmail/provider.ts';
import { createOutlookProvider } from './microsoft365/provider.ts';

/** A mail service with oversized and unreadable messages before others. */
let server: Server | undefined;
afterEach(() => void server?.close());

const reply = (response: ServerResponse, said: string | object | undefined) => {
  response.statusCode = said === undefined ? 404 : 200;
  response.end(typeof said === 'string' ? said : JSON.stringify(said ?? { error: { code: 'ErrorItemNotFound', message: 'gone' } }));
};

async function serve(answer: (url: URL) => string | object | undefined): Promise<string> {
  server = createServer((request, response) => reply(response, answer(new URL(request.url ?? '/', 'http://here'))));
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const tokens = { access: 'at', refresh: 'rt', expiresAt: '2999-01-01T00:00:00.000Z', scopes: [] };
const settings = { from: { name: '', address: 'anna@company.test' }, tokens, keep: async () => undefined };
const limited = (largest: number): Caller => {
  const caller = createCaller({ timeoutMs: 5000, allows: () => true });
  return { ...caller, call: (call) => caller.call({ maxBytes: largest, ...call }) };
};
const common = { clock: systemClock, credentials: { clientId: 'c', clientSecret: 's' } };

const rawMessage = (name: string, size = 0) =>
  [
    `From: ${name}@home.test`,
    `Message-ID: <${name}@home.test>`,
    'In-Reply-To: <ours@company.test>',
    `Subject: Re: ${name}`,
    '',
    'Yes, gladly',
    'x'.repeat(size),
  ].join('\r\n');
const at = '2026-11-21T09:00:00Z';
const parsed = async (read: ReadOutcome) => Promise.all(read.ok ? read.messages.map(({ raw }) => parseMail(raw)) : []);
const subjects = async (read: ReadOutcome) => (await parsed(read)).map(({ subject }) => subject);

it('[SEND-009] Outlook: truncates a large message, skips an unreadable one, and continues', async () => {
  const rawMessages = new Map([
    ['huge', rawMessage('huge', 20_000_000)],
    ['odd', rawMessage('odd')],
    ['last', rawMessage('last')],
  ]);
  const base = await serve(({ pathname }) => {
    const [, id = ''] = /messages\/(\w+)\/\$value/.exec(pathname) ?? [];
    if (id !== '') return rawMessages.get(id);
    const value = [...rawMessages.keys(), 'removed'].map((one) => ({ id: one, receivedDateTime: one === 'odd' ? 'some day' : at }));
    return { value: pathname.includes('inbox') ? value : [], '@odata.deltaLink': `${base}/v1.0/me/more` };
  });
  const provider = createOutlookProvider({ ...common, caller: limited(64 * 1024 * 1024), tenant: 'common', baseUrl: base });
  const read = await provider.open({ ...settings, provider: 'outlook' }).readNew({ cursor: null, since: new Date(at) });
  expect(await subjects(read)).toEqual(['Re: huge', 'Re: last']);
  expect(read).toMatchObject({ messages: [{ truncated: true }, { truncated: false }], skipped: [{ id: 'odd' }], more: false });
});

/** Messages by id, with their metadata. */
function gmail(rawMessages: ReadonlyMap<string, string>, log: { pageOf: string[] }) {
  return ({ pathname, searchParams }: URL) => {
    const [, id = ''] = /messages\/(\w+)$/.exec(pathname) ?? [];
    if (pathname.endsWith('/profile')) return { historyId: '1' };
    if (pathname.endsWith('/messages')) return { messages: log.pageOf.toReversed().map((one) => ({ id: one })) };
    if (pathname.includes('/threads/')) return { messages: [] };
    const raw = rawMessages.get(id);
    if (raw === undefined) return undefined;
    const described = { id, threadId: id, labelIds: ['INBOX'], internalDate: id === 'odd' ? 'some day' : String(Date.parse(at)) };
    if (searchParams.get('format') === 'raw') return { ...described, raw: Buffer.from(raw).toString('base64url') };
    const headers = (raw.split('\r\n\r\n')[0] ?? '').split('\r\n').map((line) => /^([^:]*): (.*)$/.exec(line) ?? []);
    const payload = { headers: headers.map(([, name = '', value = '']) => ({ name, value })) };
    return { ...described, payload, snippet: id === 'endless' ? 'x'.repeat(2_000_000) : 'Yes, gladly' };
  };
}

it('[SEND-009] Gmail: reads the headers of an oversized message, skips an unreadable one, and continues', async () => {
  const names = ['huge', 'endless', 'odd', 'last'];
  const rawMessages = new Map(names.map((name) => [name, rawMessage(name, name === 'huge' || name === 'endless' ? 2_000_000 : 0)]));
  const base = await serve(gmail(rawMessages, { pageOf: [...names, 'removed'] }));
  const mailbox: Mailbox = createGmailProvider({ ...common, caller: limited(1_000_000), baseUrl: base }).open({
    ...settings,
    provider: 'gmail',
  });
  const read = await mailbox.readNew({ cursor: null, since: new Date(at) });
  expect(await subjects(read)).toEqual(['Re: huge', 'Re: last']);
  expect(read).toMatchObject({
    messages: [{ id: 'huge', truncated: true }, { truncated: false }],
    skipped: [{ id: 'endless' }, { id: 'odd' }],
    cursor: { pending: [] },
  });
  expect((await parsed(read))[0]).toMatchObject({
    messageId: '<huge@home.test>',
    inReplyTo: ['<ours@company.test>'],
    from: { address: 'huge@home.test' },
    text: expect.stringMatching(/^Yes, gladly\s*$/),
  });
});
