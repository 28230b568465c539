import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, useInstallation } from '../../../../test/installation.ts';
import { mailingOf, mailingsIn } from '../../../../test/message-fixtures.ts';
import { addProfiles } from '../../../../test/vacancy-fixtures.ts';
import { useMail } from '../../../../test/mail-fixtures.ts';
import { until } from '../../../../test/settled.ts';

const here = useInstallation();
const mail = useMail(here);
const path = '/api/v6/messaging/suppressions/';

let company: number;
let admin: Caller;
let recruiter: Caller;
let stranger: Caller;
beforeAll(async () => {
  company = await here.addCompany({ name: 'Acme & Sons' });
  admin = await here.signIn(await here.addUser(company, 'admin'));
  recruiter = await here.signIn(await here.addUser(company, 'worker'));
  await mail.connect(recruiter, 'recruiter0@company.test');
  const other = await here.addCompany({ name: 'Other' });
  stranger = await here.signIn(await here.addUser(other, 'admin'));
  await mail.connect(stranger, 'recruiter1@company.test');
});

const text = '<p>Hello. {{UNSUBSCRIBE}}</p>';
const linkIn = (html: string) => /http:\/\/[^"]+\/api\/v6\/messaging\/unsubscribe\/[^"]+/.exec(html)?.[0] ?? '';
const pathOf = (link: string) => link.replace(/^http:\/\/[^/]+/, '');
const token = (link: string) => pathOf(link).split('/').at(-2) ?? '';

async function sentMessage(caller = recruiter, more: object = {}) {
  const written = await mail.write(caller, { body: text, ...more });
  expect(written.status).toBe(200);
  await mail.becomes(caller, written.id, 'sent');
  const arrived = await mail.newest(written.to);
  return { ...written, ...arrived, link: linkIn(arrived.html) };
}

/** Like a mail program: no cookie and no CSRF token. */
const press = (url: string, headers = {}) => here.app.inject({ method: 'POST', url, headers, payload: 'List-Unsubscribe=One-Click' });
const headerOf = (letter: { mail: { headers: { name: string; value: string }[] } }, name: string) =>
  letter.mail.headers.find((header) => header.name === name)?.value;
const isSuppressed = async (caller: Caller, email: string) =>
  (await caller.get(`${path}check/?email=${encodeURIComponent(email)}`)).body.is_suppressed as boolean;

describe('the unsubscribe link', () => {
  it('[SEND-010] [DEC-05] asks first, and opening it changes nothing', async () => {
    const letter = await sentMessage();
    expect(headerOf(letter, 'list-unsubscribe')).toBe(`<${letter.link}>`);
    expect(headerOf(letter, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(letter.html).toContain(`<a href="${letter.link}">Unsubscribe</a>`);
    expect(letter.mail.text).toContain(letter.link);
    for (const method of ['GET', 'HEAD'] as const) {
      const asked = await here.app.inject({ method, url: pathOf(letter.link) });
      expect(asked.statusCode).toBe(200);
      expect(asked.cookies).toEqual([]);
    }
    const { body } = await here.app.inject({ url: pathOf(letter.link), headers: { 'accept-language': 'en-GB,ru;q=0.5' } });
    expect(body).toContain('Unsubscribe from messages of Acme &amp; Sons?');
    expect(body).toContain('a•••@candidates.test');
    expect(body).toContain('method="post"');
    expect(body).not.toContain('<script');
    const russian = await here.app.inject({ url: pathOf(letter.link), headers: { 'accept-language': 'ru-RU,ru;q=0.9,en;q=0.5' } });
    expect(russian.body).toContain('Отписаться');
    expect(await isSuppressed(recruiter, letter.to)).toBe(false);
  });

  it('[SEND-010] [DEC-05] unsubscribes by one POST without a session, for one company only', async () => {
    const letter = await sentMessage();
    const done = await press(pathOf(letter.link), {
      origin: 'https://mail.example.org',
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect([done.statusCode, done.body.includes('You are unsubscribed')]).toEqual([200, true]);
    expect((await press(pathOf(letter.link))).statusCode).toBe(200);
    expect(await isSuppressed(recruiter, letter.to.toUpperCase())).toBe(true);
    const { body: told } = await recruiter.get(`/api/v6/messages/${letter.id}/`);
    expect(told.timeline.map(({ type }: { type: string }) => type)).toEqual(['planned', 'sent', 'unsubscribed']);
    expect(await isSuppressed(stranger, letter.to)).toBe(false);
    const again = await mail.write(recruiter, { email: letter.to });
    expect([again.status, again.body['email']]).toEqual([400, ['This person has unsubscribed from messages of your company']]);
    const other = await sentMessage(stranger, { email: letter.to });
    expect(await mail.count(letter.to)).toBe(2);
    expect(other.status).toBe(200);
    const { body } = await admin.get(`${path}?search=${encodeURIComponent(letter.to)}`);
    expect(body).toMatchObject({
      total: 1,
      suppressions: [{ address: letter.to, reason: 'unsubscribed', source: 'one_click', added_by: null }],
    });
  });

  it('[SEND-010] [SEND-023] stops planned messages with the reason unsunscribed', async () => {
    const letter = await sentMessage();
    const soon = new Date(here.clock.now().getTime() + 2000).toISOString();
    const planned = await mail.write(recruiter, { email: letter.to, send_at: soon });
    expect(planned.status).toBe(200);
    await press(`${pathOf(letter.link)}?from=page`);
    here.clock.advance(3000);
    const failed = await mail.becomes(recruiter, planned.id, 'error');
    expect(failed).toMatchObject({
      error_reason: 'unsunscribed',
      error_text: 'Unsubscribed from emails',
      error_detail: 'This person has unsubscribed from messages of your company',
    });
    expect(await mail.count(letter.to)).toBe(1);
  });

  it('[SEND-010] rejects other tokens: forged, cut, of another address or purpose', async () => {
    const [one, other] = [await sentMessage(), await sentMessage()];
    const parts = token(one.link).split('.');
    const mixed = [...token(other.link).split('.').slice(0, 3), parts[3]].join('.');
    const forged = [mixed, token(one.link).slice(0, -1), `${token(one.link)}A`, `1.${'A'.repeat(43)}.1.${'A'.repeat(22)}`, 'x', '%00', 'а'];
    for (const wrong of forged) {
      for (const method of ['GET', 'POST'] as const) {
        const answer = await here.app.inject({ method, url: `/api/v6/messaging/unsubscribe/${encodeURIComponent(wrong)}/` });
        expect([wrong, answer.statusCode]).toEqual([wrong, 404]);
      }
    }
    expect(await isSuppressed(recruiter, other.to)).toBe(false);
  });

  it('[DEC-05] finds and releases an address stored as spelled, by its hash', async () => {
    const { company_id: id } = (await admin.get('/api/internal/users/me/')).body.company;
    const hash = (await here.signing()).fingerprint('suppressed address', `${id} почта@пример.рф`);
    await here.sql(
      "insert into suppressions (company_id, address_hash, reason, source, added_at) values ($1, $2, 'unsubscribed', 'inbound', now())",
      [id, hash],
    );
    const found = (await admin.get(`${path}?search=${encodeURIComponent('Почта@пример.рф')}`)).body.suppressions;
    expect(found).toEqual([expect.objectContaining({ address: null, reason: 'unsubscribed' })]);
    expect((await admin.post(`${path}${found[0].id}/release/`, { note: 'Wrote to us' })).status).toBe(200);
    expect(await isSuppressed(admin, 'почта@xn--e1afmkfd.xn--p1ai')).toBe(false);
  });

  it('[DEC-05] [DEC-14] stays as a hash without the address after message and person are erased', async () => {
    const letter = await sentMessage();
    await mailingsIn(here).delete({ id: await mailingOf(here, letter.id) });
    const asked = await here.app.inject({ url: pathOf(letter.link) });
    expect(asked.body).toContain('your address');
    expect((await press(pathOf(letter.link))).statusCode).toBe(200);
    expect(await isSuppressed(recruiter, letter.to)).toBe(true);
    const [row] = await here.sql<{ address: string | null }>('select address from suppressions order by id desc limit 1');
    expect(row?.address).toBeNull();
    expect((await admin.get(`${path}?search=${letter.to}`)).body.total).toBe(1);
  });
});

describe('the list of an administrator', () => {
  it('[SEND-010] accepts typed and pasted addresses, shows users and reasons, and releases with a reason', async () => {
    const pasted = 'Анна <anna@list.test>; bob@list.test\nBOB@list.test, wrong@@address  nobody';
    const added = await admin.post(path, { addresses: pasted, note: 'Asked by phone' });
    expect(added.body).toEqual({ added: 2, known: 0, wrong: ['wrong@@address'] });
    expect((await admin.post(path, { addresses: 'bob@list.test' })).body).toMatchObject({ added: 0, known: 1 });
    const { body } = await admin.get(`${path}?search=list.test&reason=manual`);
    expect(body.suppressions.map((row: { address: string }) => row.address)).toEqual(['bob@list.test', 'anna@list.test']);
    const [bob] = body.suppressions;
    expect(bob).toMatchObject({
      reason: 'manual',
      source: 'hand',
      note: 'Asked by phone',
      added_by: { name: expect.stringMatching(/^Ada/) },
    });
    expect((await mail.write(recruiter, { email: 'bob@list.test' })).body['email']).toEqual([
      'This address is on your company’s suppression list',
    ]);

    expect((await admin.post(`${path}${bob.id}/release/`, { note: '  ' })).body).toMatchObject({ note: [expect.any(String)] });
    expect((await stranger.post(`${path}${bob.id}/release/`, { note: 'Mine' })).status).toBe(404);
    const released = await admin.post(`${path}${bob.id}/release/`, { note: 'Applied again' });
    expect(released.body).toMatchObject({ release_note: 'Applied again', released_by: { name: expect.stringMatching(/^Ada/) } });
    expect(await isSuppressed(recruiter, 'bob@list.test')).toBe(false);
    expect((await mail.write(recruiter, { email: 'bob@list.test' })).status).toBe(200);
    expect((await admin.get(`${path}?released=true&search=bob`)).body).toMatchObject({ total: 1, suppressions: [{ id: bob.id }] });
    // A new suppression is a new entry; the old one stays.
    await admin.post(path, { addresses: 'bob@list.test' });
    expect((await admin.get(`${path}?search=bob`)).body.suppressions[0].id).not.toBe(bob.id);
  });

  it('[MSET-005] is available to administrators of the company, and reports errors of a text', async () => {
    for (const call of [recruiter.get(path), recruiter.post(path, { addresses: 'a@b.test' })]) expect((await call).status).toBe(403);
    expect((await stranger.get(`${path}?search=candidates`)).body.total).toBe(0);
    expect((await admin.post(path, { addresses: 'no address here' })).body).toEqual({
      addresses: ['There is no email address in this text'],
    });
    expect((await admin.post(path, { addresses: 'a@@b' })).status).toBe(400);
    expect((await recruiter.get(`${path}check/?email=nobody`)).status).toBe(400);
  });
});

it('[CONT-009] [DEC-05] [PEDT-019] holds at closed addresses of a merged person, and confirms none before they are opened', async () => {
  const email = 'refused.closed77@gmail.com';
  const [closed = 0] = await addProfiles(here, 1, { input: { contacts: [{ type: 'email', value: email }] } });
  const [own = 0] = await addProfiles(here, 1, { companyId: company });
  await recruiter.post(`/api/v6/profiles/${own}/contacts/`, { type: 'email', value: 'refused.own@people.test' });
  await admin.post(path, { addresses: 'refused.own@people.test' });
  expect((await recruiter.post('/api/glun/v4/', { action: 'glue', profile_ids: [closed, own] })).status).toBe(200);
  for (const guess of ['refused.closed76@gmail.com', email, 'refusedclosed77+jobs@gmail.com']) {
    for (const who of [recruiter, admin]) expect([guess, await isSuppressed(who, guess)]).toEqual([guess, false]);
    expect([guess, (await admin.get(`${path}?search=${encodeURIComponent(guess)}`)).body.total]).toEqual([guess, 0]);
  }
  await recruiter.get(`/api/v6/profiles/${closed}/get-contacts/`);
  expect((await mail.write(recruiter, { profile_id: closed, email })).body['email']).toEqual([
    'This address is on your company’s suppression list',
  ]);
  expect(await isSuppressed(recruiter, email)).toBe(true);
  expect(await isSuppressed(admin, email)).toBe(false);
  expect((await admin.post(path, { addresses: `refused.closed76@gmail.com ${email}` })).body).toMatchObject({ added: 2, known: 0 });
});

describe('an address that rejects mail', () => {
  it('[SEND-026] [DEC-05] is suppressed after a permanent bounce until released', async () => {
    const letter = await sentMessage();
    await mail.answer(letter.to, 'bounce_hard');
    await mail.becomes(recruiter, letter.id, 'error');
    const again = await mail.write(recruiter, { email: letter.to });
    expect(again.body['email']).toEqual(['Messages to this address bounce']);
    const [row] = (await admin.get(`${path}?search=${letter.to}`)).body.suppressions;
    expect(row).toMatchObject({ reason: 'bounce', source: 'inbound' });
    expect(row.note).not.toBe('');
    await admin.post(`${path}${row.id}/release/`, { note: 'The mailbox is back' });
    await mail.becomes(recruiter, (await mail.write(recruiter, { email: letter.to })).id, 'sent');
  });

  it('[SEND-026] is suppressed after a permanent refusal of the server, and not after a temporary one', async () => {
    await mail.nextFault('recipient_refused');
    const refused = await mail.write(recruiter);
    await mail.becomes(recruiter, refused.id, 'error');
    expect(await isSuppressed(recruiter, refused.to)).toBe(true);
    await mail.nextFault('temporary');
    const delayed = await mail.write(recruiter);
    await until(async () => expect((await recruiter.get(`/api/v6/messages/${delayed.id}/why/`)).body.reason).toBe('retry'));
    expect(await isSuppressed(recruiter, delayed.to)).toBe(false);
  });
});

describe('settings of the company', () => {
  const settings = '/api/v6/messaging/company_settings/';

  it('[SEND-011] [MSET-002] [MSET-004] [MSET-005] [ROLE-028] [ROLE-029] [ROLE-062] are read and saved by admin roles, separately from personal ones', async () => {
    expect((await admin.get(settings)).body).toEqual({
      unsubscribe_link: true,
      access_type: 'public',
      track_opens: true,
      track_clicks: true,
    });
    expect((await admin.patch(settings, { unsubscribe_link: false, access_type: 'private' })).body).toMatchObject({
      unsubscribe_link: false,
      access_type: 'private',
      track_opens: true,
    });
    // New templates without an access type follow the company.
    expect((await recruiter.post('/api/v6/mailing_templates/', { name: 'Quiet' })).body.access_type).toBe('private');
    expect((await recruiter.get('/api/v6/mailing_templates/-1/')).body.access_type).toBe('private');
    expect((await recruiter.post('/api/v6/mailing_templates/', { name: 'Open', access_type: 'public' })).body.access_type).toBe('public');
    expect((await admin.patch(settings, { access_type: 'secret' })).body).toMatchObject({ access_type: [expect.any(String)] });
    expect((await recruiter.get(settings)).status).toBe(403);
    expect(await recruiter.patch(settings, { unsubscribe_link: true })).toMatchObject({
      status: 403,
      body: { detail: 'Only administrators can do this. Ask your administrator' },
    });
    expect((await stranger.get(settings)).body.unsubscribe_link).toBe(true);
    await admin.patch(settings, { unsubscribe_link: true });
  });

  it('[SEND-011] add the link to every message of a mass mailing if enabled', async () => {
    const mass = async () => {
      const soon = new Date(here.clock.now().getTime() + 2000).toISOString();
      const written = await mail.write(recruiter, { send_at: soon, body: '<p>Здравствуйте</p>' });
      await mailingsIn(here).update({ id: await mailingOf(here, written.id) }, { type: 'mass' });
      here.clock.advance(3000);
      await mail.becomes(recruiter, written.id, 'sent');
      return mail.newest(written.to);
    };
    const letter = await mass();
    expect(letter.html).toMatch(/<a href="[^"]+unsubscribe\/[^"]+"[^>]*>Отписаться<\/a><\/p>/);
    expect(headerOf(letter, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    await admin.patch(settings, { unsubscribe_link: false });
    const bare = await mass();
    expect(bare.html).not.toContain('unsubscribe');
    expect(headerOf(bare, 'list-unsubscribe')).toBeUndefined();
    await admin.patch(settings, { unsubscribe_link: true });
    // A single message has the link only if its text does.
    expect((await sentMessage(recruiter, { body: '<p>Hello</p>' })).link).toBe('');
  });
});
