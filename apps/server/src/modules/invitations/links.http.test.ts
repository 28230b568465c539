import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, useInstallation } from '../../../test/installation.ts';

const here = useInstallation({ HEADWATER_SMTP_URL: 'smtp://127.0.0.1:9', HEADWATER_REQUESTS_PER_MINUTE: '1000000' });
const path = '/api/v6/invitations/';

let company: number;
let admin: Caller;
beforeAll(async () => {
  company = await here.addCompany();
  admin = await here.signIn(await here.addUser(company, 'admin'));
});

let counter = 0;
const fresh = () => `linked${(counter += 1)}@invited.test`;
const person = { first_name: 'Grace', last_name: 'Hopper', password: 'Correct-Horse-8', language: 'en' };
const keyOf = (text: string) => /accept-invite\/([\w-]+)/.exec(text)?.[1] ?? '';
const mailedKeyOf = async (email: string) => keyOf((await here.systemEmailsTo(email)).at(-1)?.text ?? '');
const accept = (key: string) => here.visitor().put(`${path}${key}/accept/`, person);

async function invited(more: object = {}, email = fresh()) {
  const { body } = await admin.post(path, { email, role: 'worker', ...more });
  return { email, id: body.id as number, userId: body.user_id as number };
}

describe('a copied link of an invitation', () => {
  it('[EMP-079] [EMP-083] works beside the key of the email; a second link ends the first', async () => {
    const { email, id } = await invited();
    const first = await admin.post(`${path}${id}/link/`);
    expect(first).toMatchObject({
      status: 200,
      body: { url: expect.stringMatching(/^http:\/\/headwater\.test\/invitations\/accept-invite\//) },
    });
    const second = await admin.post(`${path}${id}/link/`);
    expect((await here.visitor().get(`${path}${keyOf(first.body.url)}`)).status).toBe(404);
    expect((await here.visitor().get(`${path}${await mailedKeyOf(email)}`)).status).toBe(200);
    expect((await accept(keyOf(second.body.url))).status).toBe(200);
    expect((await accept(await mailedKeyOf(email))).status).toBe(404);
    expect((await admin.post(`${path}${id}/link/`)).status).toBe(409);
  });

  it('[EMP-079] ends when the invitation is sent again', async () => {
    const { id } = await invited();
    const { url } = (await admin.post(`${path}${id}/link/`)).body;
    await here.sql(`update invitations set sent_at = sent_at - interval '1 hour' where id = $1`, [id]);
    expect((await admin.post(`${path}${id}/resend/`)).status).toBe(200);
    expect((await accept(keyOf(url))).status).toBe(404);
  });

  it('[EMP-079] does not revive the key of an email after its expiry, or of a corrected address', async () => {
    const [late, wrong] = [await invited(), await invited()];
    await here.sql(`update invitations set expires_at = now() - interval '1 day' where id = $1`, [late.id]);
    await here.sql(`update users set email = $2 where id = $1`, [wrong.userId, fresh()]);
    for (const { id, email } of [late, wrong]) {
      const { url } = (await admin.post(`${path}${id}/link/`)).body;
      expect((await here.visitor().get(`${path}${keyOf(url)}`)).status).toBe(200);
      expect((await accept(await mailedKeyOf(email))).status).toBe(404);
    }
  });

  it('[EMP-081] takes no address from an open invitation of another company', async () => {
    const rival = await here.signIn(await here.addUser(await here.addCompany(), 'admin'));
    const { email } = await invited();
    const { id } = (await rival.post(path, { email, role: 'worker' })).body;
    expect(await rival.post(`${path}${id}/link/`)).toMatchObject({ status: 409, body: { code: 'invitation_email_only' } });
    expect((await accept(await mailedKeyOf(email))).status).toBe(200);
  });

  it('[EMP-081] counts addresses with an account in another company like adding them, and stops after twenty', async () => {
    const elsewhere = await here.addCompany();
    const answers: number[] = [];
    for (let at = 0; at < 21; at += 1) {
      const { email } = await here.addUser(elsewhere, 'worker');
      const { id } = await invited({}, email);
      answers.push((await admin.post(`${path}${id}/link/`)).status);
    }
    expect(answers).toEqual([...Array.from({ length: 20 }, () => 409), 429]);
    here.clock.advance(61 * 60_000);
  });

  it('[ROLE-021] is for administrators of the company', async () => {
    const { id } = await invited();
    const foreign = await here.signIn(await here.addUser(await here.addCompany(), 'admin'));
    for (const call of [foreign.post(`${path}${id}/link/`), foreign.delete(`${path}${id}/`)]) expect((await call).status).toBe(404);
    const recruiter = await here.signIn(await here.addUser(company, 'worker'));
    for (const call of [recruiter.post(`${path}${id}/link/`), recruiter.delete(`${path}${id}/`)]) expect((await call).status).toBe(403);
  });
});

describe('a revoked invitation', () => {
  it('[EMP-037] [EMP-085] opens nothing, frees its seat, and is restored with the account', async () => {
    const small = await here.addCompany();
    await here.sql('update companies set max_workers_with_search = 1 where id = $1', [small]);
    const owner = await here.signIn(await here.addUser(small, 'admin'));
    const email = fresh();
    const { id, user_id: userId } = (await owner.post(path, { email, role: 'worker' })).body;
    const next = { email: fresh(), role: 'worker' };
    expect((await owner.post(path, next)).status).toBe(400);
    expect((await owner.delete(`${path}${id}/`)).status).toBe(200);
    expect((await owner.get(path)).body.count).toBe(0);
    expect((await accept(await mailedKeyOf(email))).status).toBe(404);
    expect((await owner.post(path, next)).status).toBe(200);
    expect((await owner.patch(`/api/v6/workers/${userId}/`, { is_active: true })).status).toBe(400);
    await here.sql('update companies set max_workers_with_search = 2 where id = $1', [small]);
    expect((await owner.patch(`/api/v6/workers/${userId}/`, { is_active: true })).status).toBe(200);
    expect((await owner.get(path)).body.count).toBe(2);
  });

  it('[EMP-081] can be sent again to the same person with another role', async () => {
    const { email, id } = await invited();
    await admin.delete(`${path}${id}/`);
    const again = await admin.post(path, { email, role: 'admin_without_search', department: 'Sales' });
    expect(again).toMatchObject({ status: 200, body: { email, role: 'admin_without_search' } });
    expect((await accept(await mailedKeyOf(email))).status).toBe(200);
    expect((await admin.delete(`${path}${id}/`)).status).toBe(409);
  });
});

const departmentOf = async (userId: number) => (await admin.get(`/api/v6/workers/${userId}/`)).body.department;

it('[EMP-028] [EMP-081] puts an invited person into a department and creates it if it is new', async () => {
  const [one, other] = [await invited({ department: 'Platform' }), await invited({ department: 'platform' })];
  expect(await departmentOf(one.userId)).toMatchObject({ name: 'Platform' });
  expect(await departmentOf(other.userId)).toEqual(await departmentOf(one.userId));
});
