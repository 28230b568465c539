import { beforeAll, expect, it } from 'vitest';
import { enrich } from '../../../test/enrichment-fixtures.ts';
import { type Caller, useSharedInstallation } from '../../../test/installation.ts';
import { addProfiles } from '../../../test/vacancy-fixtures.ts';
import { readContacts } from './import/read-contacts.ts';
import { separateValues } from './read-contact.ts';

const here = useSharedInstallation();
let company = 0;
let caller: Caller;
beforeAll(async () => {
  company = await here.addCompany();
  caller = await here.signIn(await here.addUser(company, 'worker'));
});

const two = ['+7 912 345-67-89', '+7 495 123-45-67'];
const numbersOf = async (id: number) =>
  (await here.sql<{ normalized: string }>('select normalized from profile_contacts where profile_id = $1 order by id', [id])).map(
    ({ normalized }) => normalized,
  );
const expected = ['79123456789', '74951234567'];

it.each([
  [two.join(', '), two],
  [two.join('; '), two],
  [two.join(' / '), two],
  [two.join('/'), two],
  [two.join(' '), two],
  [two.join(' или '), two],
  ['8 (912) 345-67-89, 8 (495) 123-45-67', ['8 (912) 345-67-89', '8 (495) 123-45-67']],
  ['+7 912 345-67-89, доб. 12', ['+7 912 345-67-89, доб. 12']],
  ['8 912 345-67-89/90', ['8 912 345-67-89', '90']],
])('[CONT-013] separates the numbers of %s', (value, values) => {
  expect(separateValues({ type: 'phone', value, source: 'manual' }, 'RU')).toEqual(values);
});

it('[CONT-013] accepts several numbers in one field of an import, a form and a table', async () => {
  const value = two.join(', ');
  const read = readContacts([{ type: 'phone', value, source: 'file' }], 'RU');
  expect(read).toMatchObject({ contacts: two.map((number) => ({ type: 'phone', value: number })), unread: [] });

  const form = { first_name: 'Olga', last_name: 'Many', contacts: [{ type: 'phone', value: two.join(' / ') }] };
  expect(await numbersOf((await caller.post('/api/v6/profiles/create/', form)).body.id)).toEqual(expected);

  const [one = 0, other = 0] = await addProfiles(here, 2, { companyId: company });
  expect((await caller.post(`/api/v6/profiles/${one}/contacts/`, { type: 'phone', value: two.join('; ') })).status).toBe(200);
  expect(await numbersOf(one)).toEqual(expected);
  expect((await caller.post(`/api/v6/profiles/${other}/contacts/`, { type: 'email', value: 'many@values.test' })).status).toBe(200);
  expect((await enrich(caller, 'many@values.test,"+7 912 345-60-01, +7 495 123-40-02"', 'email,phone')).body).toMatchObject({
    found: 1,
    added: 2,
  });
});
