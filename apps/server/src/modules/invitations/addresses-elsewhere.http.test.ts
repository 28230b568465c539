import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, password, useInstallation } from '../../../test/installation.ts';

// No mail server: emails stay in the queue and are read there.
const here = useInstallation({ HEADWATER_SMTP_URL: 'smtp://127.0.0.1:9', HEADWATER_REQUESTS_PER_MINUTE: '1000000' });
const path = '/api/v6/invitations/';

let admin: Caller;
let staff: Caller;
beforeAll(async () => {
  const company = await here.addCompany();
  admin = await here.signIn(await here.addUser(company, 'admin'));
  staff = await here.signIn(await here.addUser(await here.addCompany(), 'super_user'));
});

let counter = 0;
const fresh = () => `person${(counter += 1)}@invited.test`;
const person = { first_name: 'Grace', last_name: 'Hopper', password: 'Correct-Horse-8', language: 'en' };

/** Invitation keys sent to the address, oldest first. */
async function keysOf(email: string): Promise<string[]> {
  const mails = await here.systemEmailsTo(email);
  return mails.map(({ text }) => /accept-invite\/([\w-]+)/.exec(text)?.[1] ?? '');
}
const invite = (email: string, more: object = {}, who = admin) => who.post(path, { email, role: 'worker', ...more });
const accept = (key: string) => here.visitor().put(`${path}${key}/accept/`, person);

describe('an address', () => {
  it('[EMP-081] [DEC-14] gets the same responses with or without an account in another company', async () => {
    const elsewhere = await here.addUser(await here.addCompany(), 'worker');
    const pending = fresh();
    expect((await invite(pending, { company_id: await here.addCompany() }, staff)).status).toBe(200);
    const off = await here.addUser(await here.addCompany(), 'worker');
    await here.sql('update users set is_active = false where id = $1', [off.id]);
    const seen = async (email: string) => {
      const made = await invite(email, { role: 'hm' });
      const [id, userId] = [made.body.id as number, made.body.user_id as number];
      const one = `/api/v6/hiring_managers/${userId}/`;
      await here.sql(`update invitations set sent_at = sent_at - interval '1 hour' where id = $1`, [id]);
      const answers = [
        made,
        await invite(email),
        await admin.post('/api/v6/workers/', { email }),
        await admin.post(`${path}${id}/resend/`),
        await admin.get(one),
        await admin.get(`/api/v6/employees/?search=${encodeURIComponent(email)}`),
        await admin.patch(one, { first_name: 'Grace' }),
        await here.visitor().post('/api/v6/login/', { email, password: 'Wrong-Horse-7' }),
        // The sign-in would reveal it.
        await admin.patch(one, { password: person.password }),
        await here.visitor().post('/api/v6/login/', { email, password: person.password }),
        await admin.get(`/api/v6/audit/?target_kind=user&target_id=${userId}`),
      ];
      const text = JSON.stringify(answers.map(({ status, body }) => ({ status, body })));
      const alike = text.replaceAll(email, 'EMAIL').replaceAll(/(?<="(?:user_)?id":)\d+/g, '0');
      return JSON.parse(alike.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'DATE')) as object;
    };
    const unknown = await seen(fresh());
    for (const email of [elsewhere.email, pending, off.email]) expect(await seen(email)).toEqual(unknown);
    expect((await here.signIn(elsewhere)).get).toBeDefined();
    expect(await here.sql('select company_id::int from users where email = $1 and not is_address_pending', [elsewhere.email])).toEqual([
      { company_id: elsewhere.companyId },
    ]);
  });

  it('[EMP-081] [EMP-083] with an account in another company is reported to its owner only, and opens no second account', async () => {
    const elsewhere = await here.addUser(await here.addCompany(), 'worker');
    const { body } = await invite(elsewhere.email);
    const [key = ''] = await keysOf(elsewhere.email);
    expect((await here.visitor().get(`${path}${key}`)).body).toMatchObject({ email: elsewhere.email, address_taken: true });
    expect(await accept(key)).toMatchObject({ status: 409, body: { code: 'invitation_address_taken' } });
    expect(await here.sql(`select from audit_entries as entry where entry::text like '%is_address_pending%'`)).toEqual([]);
    const signedIn = await here.signIn(elsewhere);
    expect((await signedIn.get('/api/internal/users/me/')).body).toMatchObject({ id: elsewhere.id });
    // The other account has changed its address since.
    await here.sql('update users set email = $2 where id = $1', [elsewhere.id, fresh()]);
    expect((await here.visitor().get(`${path}${key}`)).body.address_taken).toBe(false);
    expect((await accept(key)).status).toBe(200);
    const { body: entered } = await here.visitor().post('/api/v6/login/', { email: elsewhere.email, password: person.password });
    expect(entered.next).toBe('/');
    expect((await here.sql<{ id: number }>('select id::int from users where email = $1', [elsewhere.email]))[0]?.id).toBe(body.user_id);
  });

  it('[EMP-081] can be changed by the administrator like any other', async () => {
    const elsewhere = await here.addUser(await here.addCompany(), 'worker');
    const { body } = await invite(elsewhere.email);
    const other = fresh();
    expect((await admin.patch(`/api/v6/workers/${body.user_id}/`, { email: other })).status).toBe(200);
    await here.sql(`update invitations set sent_at = sent_at - interval '1 hour' where id = $1`, [body.id]);
    expect((await admin.post(`${path}${body.id}/resend/`)).status).toBe(200);
    expect((await accept((await keysOf(other))[0] ?? '')).status).toBe(200);
  });

  it.each([
    ['worker', 'workers'],
    ['admin', 'admins'],
    ['hm', 'hiring_managers'],
  ])('[EMP-083] [EMP-041] of an invited %s (/%s/) gets its first password from its owner only', async (role, folder) => {
    const email = fresh();
    const { body } = await invite(email, { role });
    const one = `/api/v6/${folder}/${body.user_id}/`;
    for (const who of [admin, staff])
      expect(await who.patch(one, { password, phone: '1' })).toMatchObject({
        status: 400,
        body: { password: ['This person has not activated their account yet. They set the password themselves'] },
      });
    expect((await admin.get(one)).body.phone).toBe('');
    const [key = ''] = await keysOf(email);
    expect((await accept(key)).status).toBe(200);
    expect((await admin.patch(one, { password })).status).toBe(200);
    expect((await here.visitor().post('/api/v6/login/', { email, password })).status).toBe(200);
  });

  it('[COMP-070] [EMP-081] [EMP-083] goes to the first invitation after the company that had it is deleted', async () => {
    const gone = await here.addCompany();
    const [one, two] = [await here.addUser(gone, 'worker'), await here.addUser(gone, 'worker')];
    const [first, second] = [await here.addCompany(), await here.addCompany()];
    for (const { email } of [one, two])
      for (const company of [first, second]) expect((await invite(email, { company_id: company }, staff)).status).toBe(200);
    const elsewhere = async (email: string) =>
      (
        await here.sql<{ id: number }>('select company_id::int as id from users where email = $1 and is_address_pending order by id', [
          email,
        ])
      ).map(({ id }) => id);
    expect((await staff.delete(`/api/v6/companies/${gone}/`)).status).toBe(200);
    for (const { email } of [one, two]) expect(await elsewhere(email)).toEqual([second]);
    // One account per address and company.
    const { body } = await (await here.signIn(await here.addUser(first, 'admin'))).post('/api/v6/workers/', { email: one.email, password });
    expect(body).toEqual({ email: [expect.any(String)] });
    const [toFirst = ''] = await keysOf(one.email);
    const [, toSecond = ''] = await keysOf(two.email);
    for (const key of [toFirst, toSecond]) expect((await accept(key)).status).toBe(200);
    expect([await elsewhere(one.email), await elsewhere(two.email)]).toEqual([[second], [first]]);
  });

  it('[COMP-070] [EMP-037] [EMP-081] is free if the invitation was revoked before the company that had it is deleted', async () => {
    const [gone, inviting, third] = [await here.addCompany(), await here.addCompany(), await here.addCompany()];
    const adminThere = await here.signIn(await here.addUser(third, 'admin'));
    const add = async (email: string) => (await adminThere.post('/api/v6/workers/', { email, password })).status;
    const invited = async (email: string) => (await invite(email, { company_id: inviting }, staff)).body.user_id as number;
    const remove = async (id: number) => expect((await staff.delete(`/api/v6/workers/${id}/`)).status).toBe(200);
    const made = async () => {
      const { email } = await here.addUser(gone, 'worker');
      return { email, id: await invited(email) };
    };
    const [removed, switchedOff, waits, endedLater] = await Promise.all(Array.from({ length: 4 }, made));
    if (!removed || !switchedOff || !waits || !endedLater) throw new Error('no invitation was created');
    await remove(removed.id);
    expect((await staff.patch(`/api/v6/workers/${switchedOff.id}/`, { is_active: false })).status).toBe(200);
    const own = { email: fresh(), id: 0 };
    await remove(await invited(own.email));
    here.clock.advance(1000);
    expect((await staff.delete(`/api/v6/companies/${gone}/`)).status).toBe(200);
    here.clock.advance(1000);
    await remove(endedLater.id);
    for (const { email } of [removed, switchedOff]) expect(await add(email)).toBe(200);
    // Pending invitations keep the address.
    for (const { email } of [waits, endedLater, own]) expect(await add(email)).toBe(400);
    // Reactivating a revoked invitation waits for the address again.
    expect((await staff.patch(`/api/v6/workers/${switchedOff.id}/`, { is_active: true })).status).toBe(200);
    const [key = ''] = await keysOf(switchedOff.email);
    expect(await accept(key)).toMatchObject({ status: 409, body: { code: 'invitation_address_taken' } });
  });
});
