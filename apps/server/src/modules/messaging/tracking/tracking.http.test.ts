import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, useInstallation } from '../../../../test/installation.ts';
import { messagesIn } from '../../../../test/message-fixtures.ts';
import { useMail } from '../../../../test/mail-fixtures.ts';

const here = useInstallation();
const mail = useMail(here);
const settings = '/api/v6/messaging/company_settings/';
const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

let admin: Caller;
let recruiter: Caller;
beforeAll(async () => {
  const company = await here.addCompany();
  admin = await here.signIn(await here.addUser(company, 'admin'));
  recruiter = await here.signIn(await here.addUser(company, 'worker'));
  await mail.connect(recruiter, 'recruiter0@company.test');
});

const job = 'https://jobs.acme.io/42?from=mail&x=1';
const text = `<p>Hello. <a href="${job.replace('&', '&amp;')}">The vacancy</a>, <a href="https://acme.io/">us</a>, <a href="mailto:a@acme.io">me</a></p>`;
const unescape = (html: string) => html.replaceAll('&amp;', '&');
const pathOf = (link: string) => link.replace(/^http:\/\/[^/]+/, '');
const token = (link: string) => link.split('?')[0]?.split('/').at(-2) ?? '';

/** Sends a message and returns its pixel and two links. */
async function sentMessage(body = text) {
  const written = await mail.write(recruiter, { body });
  await mail.becomes(recruiter, written.id, 'sent');
  const { html } = await mail.newest(written.to);
  const links = [...unescape(html).matchAll(/href="([^"]*\/messaging\/click\/[^"]*)"/g)].map((match) => pathOf(match[1] ?? ''));
  const picture = pathOf(/src="([^"]*\/messaging\/track\/[^"]*)"/.exec(html)?.[1] ?? '');
  here.clock.advance(3_600_000);
  return { ...written, html, picture, first: links[0] ?? '', second: links[1] ?? '', links };
}

interface TrackingCall {
  method?: 'GET' | 'HEAD';
  agent?: string;
  address?: string;
}

const ask = (url: string, { method = 'GET', agent = browser, address = '203.0.113.9' }: TrackingCall = {}) =>
  here.app.inject({ method, url, remoteAddress: address, headers: { 'user-agent': agent } });
const stateOf = async (id: number) => {
  const { body } = await recruiter.get(`/api/v6/messages/${id}/`);
  return { status: body.status, label: body.label, timeline: body.timeline.map(({ type }: { type: string }) => type) as string[] };
};

describe('a sent message', () => {
  it('[SEND-008] [SEND-009] [SENT-003] [SENT-006] is Viewed after a person loads its pixel', async () => {
    const message = await sentMessage();
    const answer = await ask(message.picture);
    expect(answer.headers).toMatchObject({ 'content-type': 'image/gif', 'cross-origin-resource-policy': 'cross-origin' });
    expect(answer.headers['cache-control']).toContain('no-store');
    expect(answer.cookies).toEqual([]);
    expect(await stateOf(message.id)).toEqual({ status: 'opened', label: 'Viewed', timeline: ['planned', 'sent', 'opened'] });
    const listed = await recruiter.get('/api/v6/mailing_recipients/?status=opened');
    expect(listed.body.messages.map(({ id }: { id: number }) => id)).toEqual([message.id]);
  });

  it('[SEND-008] [SEND-009] is not sent again if the copy of unknown outcome is opened', async () => {
    const message = await sentMessage();
    const { sent_at: leftAt } = await messagesIn(here).one({ id: message.id });
    // State after the worker did not find the message in the Sent folder.
    const inNineHours = new Date(Date.now() + 9 * 3_600_000);
    await messagesIn(here).update(
      { id: message.id },
      { state: 'planned', first_sent_at: leftAt, sent_at: null, resent: true, send_at: inNineHours },
    );
    await ask(message.picture);
    expect((await stateOf(message.id)).status).toBe('opened');
    expect(await messagesIn(here).one({ id: message.id })).toMatchObject({ state: 'sent', sent_at: leftAt });
    expect(await mail.count(message.to)).toBe(1);
  });

  it('[SENT-002] [SENT-003] is labelled Activity after a click without a loaded pixel', async () => {
    const message = await sentMessage();
    const answer = await ask(message.first);
    expect([answer.statusCode, answer.headers.location]).toEqual([302, job]);
    expect(await stateOf(message.id)).toEqual({ status: 'sent', label: 'Activity', timeline: ['planned', 'sent', 'clicked'] });
    here.clock.advance(60_000);
    await ask(message.picture);
    expect((await stateOf(message.id)).label).toBe('Viewed');
  });

  it('[DEC-04] does not change e-mail addresses, the unsubscribe link and the text', async () => {
    const message = await sentMessage(`${text}<p>{{UNSUBSCRIBE}}</p>`);
    expect(message.links).toHaveLength(2);
    expect(message.html).toContain('href="mailto:a@acme.io"');
    expect(message.html).toMatch(/href="http:\/\/headwater\.test[^"]*\/messaging\/unsubscribe\//);
    expect(message.html).toContain('>The vacancy</a>');
    const { mail: parsed } = await mail.newest(message.to);
    expect(parsed.text).toContain(job);
    expect(parsed.text).not.toContain('/click/');
  });
});

describe('machines', () => {
  it.each([
    ['a scanner by its name', { agent: 'Barracuda Sentinel (EE)' }],
    ['a scanner by its network', { address: '40.93.31.5' }],
    ['a prefetch by Apple', { agent: 'Mozilla/5.0' }],
    ['a prefetch from the network of Apple', { address: '17.58.1.1' }],
    ['a HEAD request', { method: 'HEAD' as const }],
  ])('[DEC-04] %s is counted separately and changes no status', async (_who, call) => {
    const message = await sentMessage();
    await ask(message.picture, call);
    await ask(message.first, call);
    expect(await stateOf(message.id)).toEqual({
      status: 'sent',
      label: 'Sent',
      timeline: ['planned', 'sent', 'opened_by_machine', 'clicked_by_machine'],
    });
    // A person opens it later, which counts.
    here.clock.advance(600_000);
    await ask(message.picture);
    expect((await stateOf(message.id)).label).toBe('Viewed');
  });

  it('[DEC-04] recognizes a scanner that looks like a browser by its speed and by following all links', async () => {
    const hasty = await mail.write(recruiter, { body: text });
    await mail.becomes(recruiter, hasty.id, 'sent');
    const { html } = await mail.newest(hasty.to);
    await ask(pathOf(/src="([^"]*\/track\/[^"]*)"/.exec(html)?.[1] ?? ''));
    expect((await stateOf(hasty.id)).timeline).toEqual(['planned', 'sent', 'opened_by_machine']);

    expect(html).not.toMatch(/display:\s*none|visibility:\s*hidden/);
    expect([...html.matchAll(/<a /g)]).toHaveLength(3);

    const swept = await sentMessage();
    await ask(swept.first);
    here.clock.advance(800);
    await ask(swept.second, { address: '203.0.113.77' });
    expect((await stateOf(swept.id)).label).toBe('Sent');
  });
});

describe('forged addresses', () => {
  it('[SEND-009] redirect only to links of the message', async () => {
    const [message, other] = [await sentMessage(), await sentMessage()];
    const evil = encodeURIComponent('https://evil.test/');
    const [path = '', query = ''] = message.first.split('?');
    const wrong = [
      `${path}?to=${evil}`,
      `${path}?${query}&to=${evil}`,
      `${path}?to=${evil}&${query}`,
      path,
      `${path}?to=`,
      `/api/v6/messaging/click/${token(message.picture)}/?${query}`,
      `/api/v6/messaging/click/${token(message.second)}/?${query}`,
      `/api/v6/messaging/click/${token(message.first).replace(/^c/, 't')}/?${query}`,
      `/api/v6/messaging/click/${token(other.first).replace(/\.[^.]+$/, '')}.${token(message.first).split('.').at(-1)}/?${query}`,
    ];
    for (const url of wrong) {
      const answer = await ask(url);
      expect([url, answer.statusCode, answer.headers.location]).toEqual([url, 404, undefined]);
    }
    for (const url of ['x', `${token(message.first)}`, `${token(message.picture)}A`]) {
      expect((await ask(`/api/v6/messaging/track/${url}/`)).headers['content-type']).toBe('image/gif');
    }
    expect((await stateOf(message.id)).timeline).toEqual(['planned', 'sent']);
  });

  it('[SEND-009] redirect after the message is deleted', async () => {
    const message = await sentMessage();
    await messagesIn(here).delete({ id: message.id });
    expect((await ask(message.first)).headers.location).toBe(job);
    expect((await ask(message.picture)).statusCode).toBe(200);
  });

  it('[SEND-009] do not fill the database with endless requests', async () => {
    const message = await sentMessage();
    for (let time = 0; time < 210; time += 1) await ask(message.picture);
    const [row] = await here.sql<{ count: number }>('select count(*)::int as count from tracking_events where message_id = $1', [
      message.id,
    ]);
    expect(row?.count).toBe(200);
  });
});

describe('tracking', () => {
  it('[SEND-008] [MSET-005] is omitted from messages if the company disabled it', async () => {
    await admin.patch(settings, { track_opens: false, track_clicks: false });
    const message = await sentMessage();
    expect([message.picture, message.links]).toEqual(['', []]);
    expect(unescape(message.html)).toContain(`href="${job}"`);
    await admin.patch(settings, { track_opens: true });
    const pictured = await sentMessage();
    expect([pictured.picture === '', pictured.links]).toEqual([false, []]);
  });
});
