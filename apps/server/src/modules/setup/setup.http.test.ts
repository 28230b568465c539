import { describe, expect, it } from 'vitest';
import { useInstallation } from '../../../test/installation.ts';
import { openSetup, setupState } from './public.ts';

/** With a mail server, so that self-registration is available. */
const here = useInstallation({ HEADWATER_SMTP_URL: 'smtp://127.0.0.1:9' });

const strong = 'First-Account-2026';
const person = (more: object = {}) => ({
  company_name: 'Рога и копыта',
  first_name: 'Ада',
  last_name: 'Лавлейс',
  email: 'ada@own.test',
  password: strong,
  language: 'ru',
  ...more,
});
let count = 0;
/** Sends each request from a different address. */
const make = (payload: object) =>
  here.visitor().send({ method: 'POST', url: '/api/v6/setup/', payload, remoteAddress: `203.0.113.${(count += 1) % 250}` });
const open = () => openSetup(here.application.database, here.clock);

describe('the first account of an installation', () => {
  it('requires the code and reports invalid values at their fields', async () => {
    expect(await make(person({ code: 'K7M2Q-K7M2Q-K7M2Q-K7M2Q' }))).toMatchObject({
      status: 400,
      body: { code: ['This is not the code that the server has printed'] },
    });
    const code = await open();
    expect(code).toMatch(/^(?:[A-Z2-9]{5}-){3}[A-Z2-9]{5}$/);
    expect(await open()).toBe(code);
    expect(await make(person({ code: `${code?.slice(0, -1)}0` }))).toMatchObject({
      status: 400,
      body: { code: ['This is not the code that the server has printed'] },
    });
    const faulty = await make(person({ code, password: 'short', email: 'nobody', company_name: ' ' }));
    expect(Object.keys(faulty.body).toSorted()).toEqual(['company_name', 'email', 'password']);
    expect(await make(person({ code, password_repeat: 'Another-2026-x' }))).toMatchObject({
      body: { password_repeat: [expect.any(String)] },
    });
    expect(await here.sql('select from users')).toHaveLength(0);
    expect(await here.sql('select from companies where not is_ext_company')).toHaveLength(0);
  });

  it('hashes no password for a wrong code', async () => {
    await open();
    const answers = await Promise.all(Array.from({ length: 400 }, () => make(person({ code: 'K7M2Q-K7M2Q-K7M2Q-K7M2Q' }))));
    // Hashing this many passwords would fill the queue of sign-ins.
    expect(new Set(answers.map(({ status, body }) => `${status} ${Object.keys(body).join()}`))).toEqual(new Set(['400 code']));
  });

  it('blocks self-registration until it exists', async () => {
    const code = (await open()) ?? '';
    const stranger = { first_name: 'Mallory', last_name: 'X', email: 'mallory@else.test', password: strong, language: 'en' };
    expect((await here.visitor().get('/api/v6/register/')).body).toEqual({ is_open: false });
    expect((await here.visitor().post('/api/v6/register/', stranger)).body.code).toBe('registration_closed');
    expect(await open()).toBe(code);
  });

  it('[ROLE-069] is created once by concurrent requests, and its administrator can sign in', async () => {
    const isOpen = setupState(here.application.database);
    const code = (await open()) ?? '';
    expect(await isOpen()).toBe(true);
    const typed = code.toLowerCase().replaceAll('-', ' ');
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_each, index) => make(person({ code: typed, email: `ada${index}@own.test` }))),
    );
    const [made, ...more] = answers.filter(({ status }) => status === 200);
    expect(more).toEqual([]);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['setup_closed']));
    const { body } = await here.visitor().post('/api/v6/login/', { email: made?.body.email, password: strong });
    expect(body.user).toMatchObject({
      role: 'admin',
      can_search: true,
      name: 'Ада Лавлейс',
      settings: { language: 'ru' },
      // Enabled, as an installation without staff could not enable the filters (ADR 93).
      company: { company_name: 'Рога и копыта', messaging: true, sequences: true, activity_filters: true },
    });
    expect(await here.sql('select hm_max_count, hm_max_folders from companies')).toEqual([{ hm_max_count: null, hm_max_folders: null }]);
    expect(await isOpen()).toBe(false);
    expect(await open()).toBeUndefined();
    expect(await make(person({ code }))).toMatchObject({ status: 403, body: { code: 'setup_closed' } });
    expect(await here.sql('select from users')).toHaveLength(1);
    expect((await here.visitor().get('/api/v6/register/')).body).toEqual({ is_open: true });
    expect(await here.sql(`select from installation where key = 'setup_code'`)).toHaveLength(0);
  });
});
