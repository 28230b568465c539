import { expect, it } from 'vitest';
import { useInstallation } from '../../../../test/installation.ts';
import { useMail } from '../../../../test/mail-fixtures.ts';
import { addReaders, good, newList, newRecruiter, type Reader } from '../../../../test/mailing-fixtures.ts';
import { until } from '../../../../test/settled.ts';

const here = useInstallation();
const mail = useMail(here);
const dayMs = 86_400_000;
const hello = { subject: 'Hello', body: '<p>Dear {{FIRST_NAME}}</p>' };
const again = { subject: 'Once more', body: '<p>Have you seen it?</p>', send_delay: 86_400 };

it('[MAIL-020] [SEND-010] counts and finds people who unsubscribe by the last message of a mailing', async () => {
  const company = await here.addCompany();
  const rita = await newRecruiter(here, mail, { company });
  const readers = await addReaders(here, company, 2);
  const [anna, boris] = readers as [Reader, Reader];
  const { id } = await newList(rita, { readers, templates: [hello] });
  const path = `/api/v6/mailing_lists/${id}/`;
  await good(rita.caller.post(`${path}launch/`, { send_delay_info: { type: 'now' } }));
  const list = () => good(rita.caller.get(path));
  await until(async () => expect((await list()).status).toBe('finished'));
  const { html } = await mail.newest(anna.email);
  const link = /http:\/\/[^/]+(\/api\/v6\/messaging\/unsubscribe\/[^"]+)/.exec(html)?.[1] ?? '';
  expect((await here.app.inject({ method: 'POST', url: link })).statusCode).toBe(200);
  expect((await list()).totals).toMatchObject({ sent: 2, unsubscribed: 1 });
  const found = await good(rita.caller.get(`${path}recipients/?ended=unsubscribed`));
  expect(found.recipients.map((row: { email: string }) => row.email)).toEqual([anna.email]);
  expect(await mail.count(boris.email)).toBe(1);
}, 60_000);

it('[SEND-010] [SEND-011] [SEND-023] [MAIL-016] a mailing skips suppressed people, shows that before, and stops after an unsubscription', async () => {
  const company = await here.addCompany();
  const rita = await newRecruiter(here, mail, { company });
  const admin = await here.signIn(await here.addUser(company, 'admin'));
  const readers = await addReaders(here, company, 3);
  const [anna, boris, clara] = readers as [Reader, Reader, Reader];
  await good(admin.post('/api/v6/messaging/suppressions/', { addresses: anna.email.toUpperCase() }));
  const { id } = await newList(rita, { readers, templates: [hello, again] });
  const path = `/api/v6/mailing_lists/${id}/`;
  expect(await good(rita.caller.get(`${path}launch_info/`))).toMatchObject({ ready_to_launch: 2, will_receive: 2, suppressed: 1 });
  await good(rita.caller.post(`${path}launch/`, { send_delay_info: { type: 'now' } }));

  const stateOf = async (reader: Reader) => {
    const { recipients } = await good(rita.caller.get(`${path}recipients/?per_page=100`));
    const { id: recipient } = recipients.find((row: { profile: { id: number } }) => row.profile.id === reader.profile);
    return good(rita.caller.get(`/api/v6/mailing_recipients/${recipient}/`));
  };
  const errorOf = async (reader: Reader, step: number) => (await stateOf(reader)).messages[step].error_reason as string | null;
  const arrived = (reader: Reader, count: number) => until(async () => expect(await mail.count(reader.email)).toBe(count));
  await Promise.all([arrived(boris, 1), arrived(clara, 1), until(async () => expect(await errorOf(anna, 0)).toBe('unsunscribed'))]);
  expect(await mail.count(anna.email)).toBe(0);

  const { html, mail: letter } = await mail.newest(boris.email);
  const link = /http:\/\/[^/]+(\/api\/v6\/messaging\/unsubscribe\/[^"]+)/.exec(html)?.[1] ?? '';
  expect(letter.headers).toContainEqual({ name: 'list-unsubscribe-post', value: 'List-Unsubscribe=One-Click' });
  expect((await here.app.inject({ method: 'POST', url: link })).statusCode).toBe(200);
  // Asked before the next message is due.
  const why = await good(rita.caller.get(`/api/v6/mailing_recipients/${(await stateOf(boris)).id}/why/`));
  expect(why).toMatchObject({ reason: 'address_unsubscribed', text: 'This person has unsubscribed from messages of your company' });
  here.clock.advance(1.2 * dayMs);
  await arrived(clara, 2);
  await until(async () => expect(await errorOf(boris, 1)).toBe('unsunscribed'));
  expect([await mail.count(boris.email), await mail.count(anna.email)]).toEqual([1, 0]);
}, 90_000);
