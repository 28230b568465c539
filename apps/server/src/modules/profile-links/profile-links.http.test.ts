import { beforeAll, describe, expect, it } from 'vitest';
import { addProfiles } from '../../../test/vacancy-fixtures.ts';
import { type Caller, useInstallation } from '../../../test/installation.ts';

const here = useInstallation();
const of = (profile: number | undefined) => `/api/profiles/${profile}/links/`;

let company: number;
let caller: Caller;
let admin: Caller;
beforeAll(async () => {
  company = await here.addCompany();
  caller = await here.signIn(await here.addUser(company, 'worker'));
  admin = await here.signIn(await here.addUser(company, 'admin'));
});

const person = {
  first_name: 'Anna',
  about: 'Write to anna@candidates.test or +7 900 123-45-67',
  headline: 'Go developer',
  salary: { amount: 5000, currency: 'EUR' },
  birthdate_exact: '1990-05-05',
  links: [{ url: 'https://github.com/anna-example', domain: 'github.com' }],
  skills: [{ name: 'Go', norm_rating: 0.95 }],
  contacts: [{ type: 'email' as const, value: 'anna@candidates.test' }],
};

async function share(profile: number | undefined, body: object = {}) {
  const { status, body: made } = await caller.post(of(profile), body);
  expect(status).toBe(200);
  return made as { id: number; hash: string; url: string; expires_at: string };
}

describe('a shared link', () => {
  it('[PEDT-028] [PEDT-029] shows a visitor the profile without contacts and private data', async () => {
    const [profile] = await addProfiles(here, 1, { input: person });
    await caller.post(`/api/v6/profiles/${profile}/tags/`, { tags: ['Secret tag'] });
    await caller.post(`/api/v6/profiles/${profile}/comments/`, { text: 'Secret comment' });
    await caller.post(`/api/v6/profiles/${profile}/private/`, { headline: 'Secret headline' });
    const { hash, url } = await share(profile);
    expect(url.endsWith(`/l/${profile}/${hash}`)).toBe(true);
    const { status, body } = await here.visitor().get(`${of(profile)}${hash}/`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      doc_id: profile,
      headline: 'Go developer',
      about: 'Write to … or …',
      current_positions: [{ title: 'Developer', company: 'Beta' }],
      skills: [{ name: 'Go', band: 'gold' }],
      shared_by: { name: expect.stringContaining('Ada') },
    });
    const said = JSON.stringify(body);
    for (const secret of ['candidates.test', 'github', '5000', '1990', 'Secret', 'contacts', 'tags']) expect(said).not.toContain(secret);
  });

  it('[PEDT-029] has at least 128 random bits that the database does not store', async () => {
    const [profile] = await addProfiles(here, 1);
    const hashes = [await share(profile), await share(profile)].map(({ hash }) => hash);
    expect(new Set(hashes).size).toBe(2);
    for (const hash of hashes) expect(Buffer.from(hash, 'base64url').length * 8).toBeGreaterThanOrEqual(128);
    const rows = await here.sql<{ row: string }>('select profile_links::text as row from profile_links');
    for (const { row } of rows) for (const hash of hashes) expect(row).not.toContain(hash);
  });

  it('[PEDT-029] answers 404 for a wrong hash, another profile, and once it is expired or revoked', async () => {
    const [profile, other] = await addProfiles(here, 2);
    const visitor = here.visitor();
    const { id, hash } = await share(profile);
    const status = async (path: string) => (await visitor.get(path)).status;
    const wrong = await visitor.get(`${of(profile)}${hash.slice(0, -1)}x/`);
    expect(wrong).toMatchObject({ status: 404, body: { detail: 'This link is incomplete, has expired or was revoked' } });
    expect(await status(`${of(other)}${hash}/`)).toBe(404);
    expect(await status(`${of(profile)}1/`)).toBe(404);
    expect(await status(`${of(profile)}${hash}/`)).toBe(200);
    expect((await caller.delete(`/api/v6/profile_links/${id}/`)).status).toBe(200);
    expect(await status(`${of(profile)}${hash}/`)).toBe(404);
    const short = await share(profile, { days: 7 });
    here.clock.advance(7 * 24 * 3600 * 1000 + 1000);
    expect(await status(`${of(profile)}${short.hash}/`)).toBe(404);
    expect((await caller.post(of(profile), { days: 4000 })).status).toBe(400);
  });

  it('[PEDT-018] [PEDT-029] follows a merge of its own company only', async () => {
    const [stays, goes] = await addProfiles(here, 2);
    const { hash } = await share(stays);
    const status = async () => (await here.visitor().get(`${of(goes)}${hash}/`)).status;
    const stranger = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
    const merge = (who: Caller) => who.post('/api/glun/v4/', { action: 'glue', profile_ids: [stays, goes] });
    expect(await merge(stranger)).toMatchObject({ status: 200, body: { profile_id: stays } });
    expect(await status()).toBe(404);
    expect(await merge(caller)).toMatchObject({ status: 200, body: { profile_id: stays } });
    expect(await status()).toBe(200);
  });

  it('[PEDT-029] answers 404 once its maker is deactivated or the license expires', async () => {
    const [profile] = await addProfiles(here, 1);
    const maker = await here.addUser(await here.addCompany(), 'worker');
    const { hash } = (await (await here.signIn(maker)).post(of(profile), {})).body;
    const status = async () => (await here.visitor().get(`${of(profile)}${hash}/`)).status;
    expect(await status()).toBe(200);
    await here.sql('update users set is_active = false where id = $1', [maker.id]);
    expect(await status()).toBe(404);
    await here.sql(`update users set is_active = true, role = 'hm' where id = $1`, [maker.id]);
    expect(await status()).toBe(404);
    await here.sql(`update users set role = 'worker' where id = $1`, [maker.id]);
    const yesterday = new Date(here.clock.now().getTime() - 86_400_000);
    await here.sql('update companies set paid_till = $2 where id = $1', [maker.companyId, yesterday]);
    expect(await status()).toBe(404);
    await here.sql('update companies set paid_till = null where id = $1', [maker.companyId]);
    expect(await status()).toBe(200);
  });

  it('[PEDT-029] shows a profile of the company, but no erased one', async () => {
    const made = await caller.post('/api/v6/profiles/private/', {
      fragments: [{ first_name: 'Olga', last_name: 'Own', headline: 'Analyst' }],
    });
    const { hash } = await share(made.body.id);
    const visitor = here.visitor();
    expect((await visitor.get(`${of(made.body.id)}${hash}/`)).body).toMatchObject({ name: 'Olga Own', headline: 'Analyst' });
    await here.sql('update profiles set deleted_at = now() where id = $1', [made.body.id]);
    expect((await visitor.get(`${of(made.body.id)}${hash}/`)).status).toBe(410);
  });

  it('[PEDT-029] is listed with the number of views, and revoked by its maker or an administrator', async () => {
    const [profile] = await addProfiles(here, 1);
    const { id, hash } = await share(profile);
    await here.visitor().get(`${of(profile)}${hash}/`);
    const colleague = await here.signIn(await here.addUser(company, 'worker'));
    expect((await colleague.get(of(profile))).body.links).toMatchObject([{ id, opened_count: 1, may_revoke: false }]);
    expect((await colleague.delete(`/api/v6/profile_links/${id}/`)).status).toBe(403);
    expect((await admin.delete(`/api/v6/profile_links/${id}/`)).status).toBe(200);
    expect((await caller.get(of(profile))).body.links).toEqual([]);
    const stranger = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
    expect((await stranger.get(of(profile))).body.links).toEqual([]);
  });
});
