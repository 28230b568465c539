import { expect, it } from 'vitest';
import { dayMs } from '@headwater/domain/time/durations';
import { dnsRecords, useInstallation } from '../../../test/installation.ts';
import { providersHere, settingsPath, signInThrough, useIdentityProvider } from '../../../test/sso-fixtures.ts';
import { systemMailQueue } from '#platform/system-mail.ts';
import { openSecretBox } from '../../wiring/adapters.ts';
import { readEnv } from '../../env.ts';
import { checkDomains } from './check-domains.ts';

const key = Buffer.alloc(32, 7).toString('base64');
const here = useInstallation({
  ...providersHere,
  HEADWATER_SMTP_URL: 'smtp://127.0.0.1:9',
  HEADWATER_REQUESTS_PER_MINUTE: '1000000',
  HEADWATER_SECRET_KEY: key,
});
const provider = useIdentityProvider();

interface State {
  domain: string;
  is_verified: boolean;
  is_due: boolean;
  is_taken: boolean;
  missing_since: string | null;
  record: { name: string; value: string };
}

it('[SSO-007] domains of the only company are assumed until there are others, then need a record or confirmation within a week', async () => {
  const id = await here.addCompany();
  const owner = await here.addUser(id, 'admin');
  const admin = await here.signIn(owner);
  const domains = ['kept', 'shown', 'confirmed', 'taken', 'lost'].map((name) => `${name}.example`);
  const made = await admin.post(settingsPath, provider.settings({ domains: domains.join(', ') }));
  expect(made.status).toBe(200);
  const services = {
    database: here.application.database,
    clock: here.clock,
    records: { txt: async (name: string) => dnsRecords.get(name) ?? [] },
    queueSystemEmail: systemMailQueue(openSecretBox(readEnv({ HEADWATER_SECRET_KEY: key, HEADWATER_DEMO: 'off' }))),
  };
  const states = async () => {
    const { body } = await admin.get(settingsPath);
    return new Map((body.domain_states as State[]).map((state) => [state.domain.replace('.example', ''), state]));
  };
  const shown = async () =>
    Object.fromEntries(
      [...(await states())].map(([name, state]) => [name, [state.is_verified, state.is_due, state.missing_since !== null]]),
    );
  const nextDay = async () => {
    here.clock.advance(dayMs + 1);
    await checkDomains(services);
    return shown();
  };
  const letters = async () => (await here.systemEmailsTo(owner.email)).filter(({ kind }) => kind === 'sso_record_missing');
  const arrive = async (email: string) => (await signInThrough(here.visitor(), { email })).location;
  const fine = [true, false, false];
  const due = [true, true, true];

  expect(await nextDay()).toEqual({ kept: fine, shown: fine, confirmed: fine, taken: fine, lost: fine });
  expect([await arrive('ada@lost.example'), await letters()]).toEqual(['/', []]);
  // A domain with a record is confirmed for good.
  const { name, value } = (await states()).get('kept')?.record ?? { name: '', value: '' };
  dnsRecords.set(name, [value]);
  await nextDay();

  const other = await here.addCompany();
  const stranger = await here.signIn(await here.addUser(other, 'admin'));
  const staff = await here.signIn(await here.addUser(other, 'super_user'));
  expect(await nextDay()).toEqual({ kept: fine, shown: due, confirmed: due, taken: due, lost: due });
  await nextDay();
  const told = await letters();
  expect(told).toHaveLength(4);
  expect(told.map(({ subject }) => subject)).toContain("Show that lost.example is your company's");
  expect(told.every(({ text }) => text.includes('Other companies work here now') && text.includes('_headwater.'))).toBe(true);

  // The company with the record gets the domain immediately.
  const settings = { ...provider.settings({ domains: 'taken.example' }), active: false };
  expect((await stranger.post(settingsPath, settings)).body.domain_states).toMatchObject([{ is_verified: false }]);
  const [theirs] = (await stranger.get(settingsPath)).body.domain_states as State[];
  dnsRecords.set(theirs?.record.name ?? '', [theirs?.record.value ?? '']);
  expect((await stranger.post(`${settingsPath}domains/`, {})).body.domain_states).toMatchObject([{ is_verified: true, is_due: false }]);
  const mine = (await states()).get('shown')?.record;
  dnsRecords.set(mine?.name ?? '', [mine?.value ?? '']);
  expect((await admin.post(`${settingsPath}domains/`, { domains: ['shown.example', 'lost.example'] })).status).toBe(200);
  expect((await staff.post(`${settingsPath}domains/`, { company_id: id, domains: ['confirmed.example'] })).status).toBe(200);
  expect(await shown()).toMatchObject({ kept: fine, shown: fine, confirmed: fine, taken: [false, false, false], lost: due });
  expect([...(await states())].filter(([, { is_taken: isTaken }]) => isTaken).map(([name]) => name)).toEqual(['taken']);

  expect(await arrive('grace@lost.example')).toBe('/');
  here.clock.advance(7 * dayMs);
  expect(await arrive('new@lost.example')).toBe('/login/sso?problem=email_domain');
  for (const email of ['ada@lost.example', 'new@kept.example', 'new@shown.example', 'new@confirmed.example'])
    expect([email, await arrive(email)]).toEqual([email, '/']);
  expect(await letters()).toHaveLength(4);
});
