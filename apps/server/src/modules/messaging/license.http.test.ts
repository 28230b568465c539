import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleOf } from '@headwater/domain/testing/sample';
import { useInstallation } from '../../../test/installation.ts';
import { useMail } from '../../../test/mail-fixtures.ts';
import { addReaders, good, newList, newRecruiter, type Reader } from '../../../test/mailing-fixtures.ts';
import { startTelegramServer } from '../../../test/telegram-fixtures.ts';
import { addProfiles } from '../../../test/vacancy-fixtures.ts';
import { settled, until } from '../../../test/settled.ts';

const server = await startTelegramServer();
const here = useInstallation(server.settings);
// Before the worker, so that it runs after the worker has stopped.
afterAll(() => server.stop());
const mail = useMail(here);

const dialogs = '/api/internal/telegram/dialogs/';
const hello = { subject: 'Hello', body: '<p>Dear {{FIRST_NAME}}, see <a href="https://jobs.acme.io/42">the vacancy</a></p>' };
const again = { subject: 'Once more', body: '<p>Have you seen it?</p>', send_delay: 86_400 };
const licensed = `is_active = true, paid_from = null, paid_till = null`;

const withoutLicense = [
  ['with an expired license', `paid_till = now() - interval '1 day'`],
  ['with a license that has not begun', `paid_from = '2999-01-01T00:00:00Z'`],
  ['that is blocked', 'is_active = false'],
] as const;

describe.each(sampleOf(withoutLicense, 1, 'messages'))('a company %s', (_name, columns) => {
  const company = { id: 0 };
  const set = (changes: string) => here.sql(`update companies set ${changes} where id = $1`, [company.id]);
  beforeAll(async () => {
    company.id = await here.addCompany({ features: { has_messaging: true, has_sequences: true, has_telegram: true } });
  });

  it(
    '[COMP-018] [COMP-019] [SEND-010] sends no next step of a sequence, and a candidate still unsubscribes, opens and follows links',
    { timeout: 60_000 },
    async () => {
      const rita = await newRecruiter(here, mail, { company: company.id });
      const readers = await addReaders(here, company.id, 2);
      const [anna, boris] = readers as [Reader, Reader];
      const { id } = await newList(rita, { readers, templates: [hello, again] });
      const path = `/api/v6/mailing_lists/${id}/`;
      await good(rita.caller.post(`${path}launch/`, { send_delay_info: { type: 'now' } }));
      for (const { email } of readers) await until(async () => expect(await mail.count(email)).toBe(1));
      const html = (await mail.newest(anna.email)).html.replaceAll('&amp;', '&');
      const linkOf = (part: string) => new RegExp(`http://[^/]+(/api/v6/messaging/${part}/[^"]+)`).exec(html)?.[1] ?? '';
      await set(columns);
      here.clock.advance(1.2 * 86_400_000);

      const ask = (method: 'GET' | 'POST', url: string) => here.app.inject({ method, url, headers: { 'accept-language': 'en' } });
      expect((await ask('GET', linkOf('track'))).headers['content-type']).toBe('image/gif');
      expect((await ask('GET', linkOf('click'))).headers.location).toBe('https://jobs.acme.io/42');
      const link = linkOf('unsubscribe');
      expect(await ask('GET', link)).toMatchObject({ statusCode: 200, body: expect.stringContaining('Acme') });
      expect((await ask('POST', link)).statusCode).toBe(200);
      expect((await ask('POST', link)).statusCode).toBe(200);
      expect(await here.sql('select reason from suppressions where company_id = $1', [company.id])).toEqual([{ reason: 'unsubscribed' }]);
      const calls = [rita.caller.get(path), rita.caller.post('/api/v6/messages/', {}), rita.caller.post(`${path}launch/`, {})];
      expect((await Promise.all(calls)).map(({ status, body }) => [status, body.code])).toEqual(
        Array.from({ length: 3 }, () => [403, 'license_inactive']),
      );
      await settled();
      expect([await mail.count(anna.email), await mail.count(boris.email)]).toEqual([1, 1]);

      await set(licensed);
      await until(async () => expect(await mail.count(boris.email)).toBe(2));
      expect(await mail.count(anna.email)).toBe(1);
      await set('deleted_at = now(), is_active = false');
      expect((await ask('POST', link)).statusCode).toBe(200);
      await set(`deleted_at = null, ${licensed}`);
    },
  );

  it(
    '[COMP-018] [COMP-019] sends nothing by Telegram, takes in what is answered, and goes on with a license',
    { timeout: 60_000 },
    async () => {
      const admin = await here.signIn(await here.addUser(company.id, 'admin'));
      const phone = server.nextPhone();
      const { id: card } = await server.addAccount(admin, phone);
      await good(admin.put(`/api/internal/telegram/accounts/${card}/`, { limit_total: 100, warms_up: false }));
      const [profile] = await addProfiles(here, 1);
      const username = `unlicensed_${company.id}_x`;
      const { id } = await good(admin.post(`${dialogs}get_or_create/`, { profile_id: profile, username, telegram_account_id: card }));
      const send = (message: string) => admin.post(`${dialogs}${id}/send_message/`, { message });
      await good(send('First'));
      await until(async () => expect(server.received(username, phone)).toEqual(['First']));
      // Telegram wants to be left alone until the company has no license any more.
      const flood = (until: string) => here.sql(`update telegram_accounts set flood_wait_until = ${until} where id = $1`, [card]);
      await flood(`now() + interval '300 days'`);
      await good(send('Second'));
      await set(columns);
      await flood('null');
      server.writes(username, phone, 'Gladly');
      await settled();
      expect(server.received(username, phone)).toEqual(['First']);
      expect([(await send('Third')).status, (await admin.get(dialogs)).status]).toEqual([403, 403]);
      await set(licensed);
      await until(async () => expect(server.received(username, phone)).toEqual(['First', 'Second']));
      const { results } = await good(admin.get(`${dialogs}${id}/messages/`));
      expect(results.map(({ message }: { message: string }) => message).toSorted()).toEqual(['First', 'Gladly', 'Second']);
    },
  );
});
