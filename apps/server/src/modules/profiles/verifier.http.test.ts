import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { profileData } from '@headwater/contract/profile-data';
import { type Caller, mailDomains, useInstallation } from '../../../test/installation.ts';
import { useMail } from '../../../test/mail-fixtures.ts';
import { addReaders, good, newList, newRecruiter, type Reader, type Recruiter } from '../../../test/mailing-fixtures.ts';
import { upsertProfiles } from './store/write.ts';
import { until } from '../../../test/settled.ts';

const here = useInstallation({ HEADWATER_CONTACT_LOOKUPS: 'on' });
const mail = useMail(here);

let company: number;
let rita: Recruiter;
beforeAll(async () => {
  company = await here.addCompany();
  rita = await newRecruiter(here, mail, { company });
});
beforeEach(() => mailDomains.clear());

interface Verified {
  type: string;
  status: string;
  checked_at: string | null;
  checked_by: string | null;
}
const verify = async (who: Caller, profile: number) =>
  (await good(who.get(`/api/v6/profiles/${profile}/verifier/`))).contacts as Verified[];
const emailOf = async (who: Caller, profile: number) => (await verify(who, profile)).find(({ type }) => type === 'email');

async function write(reader: Reader): Promise<void> {
  const { id } = await newList(rita, { readers: [reader], templates: [{ subject: 'Hello', body: '<p>Hello</p>' }] });
  await good(rita.caller.post(`/api/v6/mailing_lists/${id}/launch/`, {}));
  await until(async () => expect(await mail.count(reader.email)).toBe(1));
}

const add = async (contacts: { type: 'email' | 'phone'; value: string }[]) => {
  const person = profileData.parse({ first_name: 'Ada', last_name: 'Lee', contacts });
  const { ids } = await here.application.database.asSystem((tx) => upsertProfiles(tx, [person], { companyId: company, createdBy: null }));
  return ids[0] ?? 0;
};

describe('an address that the company has written to', () => {
  it('[PROF-065] [CONT-005] is invalid from the day of a hard bounce, is not offered any longer, and is unaffected for other companies', async () => {
    const [reader] = (await addReaders(here, company, 1)) as [Reader];
    await here.sql('update profile_contacts set company_id = null where profile_id = $1', [reader.profile]);
    await here.sql('update profiles set company_id = null where id = $1', [reader.profile]);
    await good(rita.caller.get(`/api/v6/profiles/${reader.profile}/get-contacts/`));
    await write(reader);
    expect(await emailOf(rita.caller, reader.profile)).toMatchObject({ status: 'unknown', checked_by: null });
    await mail.answer(reader.email, 'bounce_hard');
    await until(async () => expect(await emailOf(rita.caller, reader.profile)).toMatchObject({ status: 'invalid', checked_by: 'bounce' }));
    const [shown] = (await good(rita.caller.get(`/api/internal/profiles/${reader.profile}/`))).contacts;
    expect(shown).toMatchObject({ is_valid: false, status: 'invalid', checked_by: 'bounce' });
    expect(Math.abs(Date.parse(shown.checked_at) - here.clock.now().getTime())).toBeLessThan(600_000);
    const list = await newList(rita, { readers: [reader], templates: [{ subject: 'Again', body: '<p>Hello</p>' }] });
    expect(await good(rita.caller.get(`/api/v6/mailing_lists/${list.id}/launch_info/`))).toMatchObject({ total: 1, without_email: 1 });
    const stranger = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
    expect(await emailOf(stranger, reader.profile)).toMatchObject({ status: 'unknown', checked_by: null });
  });

  it('[PROF-065] [SEND-026] is usable again after a release, and receives messages', async () => {
    const [reader] = (await addReaders(here, company, 1)) as [Reader];
    await write(reader);
    await mail.answer(reader.email, 'bounce_hard');
    await until(async () => expect(await emailOf(rita.caller, reader.profile)).toMatchObject({ status: 'invalid' }));
    const admin = await here.signIn(await here.addUser(company, 'admin'));
    const path = '/api/v6/messaging/suppressions/';
    const [row] = (await good(admin.get(`${path}?search=${reader.email}`))).suppressions;
    await good(admin.post(`${path}${row.id}/release/`, { note: 'The mailbox is back' }));
    expect(await emailOf(rita.caller, reader.profile)).toMatchObject({ status: 'unknown' });
    const list = await newList(rita, { readers: [reader], templates: [{ subject: 'Again', body: '<p>Hello</p>' }] });
    expect(await good(rita.caller.get(`/api/v6/mailing_lists/${list.id}/launch_info/`))).toMatchObject({
      will_receive: 1,
      without_email: 0,
    });
  });

  it('[PROF-065] is valid from the day of an answer, also after a bounce', async () => {
    const [reader] = (await addReaders(here, company, 1)) as [Reader];
    await write(reader);
    await mail.answer(reader.email, 'reply');
    await until(async () => expect(await emailOf(rita.caller, reader.profile)).toMatchObject({ status: 'valid', checked_by: 'answer' }));
    expect((await emailOf(rita.caller, reader.profile))?.checked_at).toMatch(/^\d{4}-/);
  });
});

describe('a contact without messages', () => {
  it('[PROF-064] [PROF-065] is checked by its domain with one name server query a day', async () => {
    const gone = await add([{ type: 'email', value: 'ada@gone.test' }]);
    const there = await add([{ type: 'email', value: 'ada@there.test' }]);
    expect(await emailOf(rita.caller, gone)).toMatchObject({ status: 'unknown', checked_at: null, checked_by: null });
    mailDomains.set('gone.test', false).set('there.test', true);
    expect(await emailOf(rita.caller, gone)).toMatchObject({ status: 'invalid', checked_by: 'domain', checked_at: expect.any(String) });
    expect(await emailOf(rita.caller, there)).toMatchObject({ status: 'unknown', checked_by: 'domain', checked_at: expect.any(String) });
    mailDomains.set('gone.test', true);
    expect(await emailOf(rita.caller, gone)).toMatchObject({ status: 'invalid' });
    here.clock.advance(25 * 3_600_000);
    expect(await emailOf(rita.caller, gone)).toMatchObject({ status: 'unknown', checked_by: 'domain' });
  });

  it('[PROF-065] is invalid if malformed, else has the known state of its source', async () => {
    const id = await add([
      { type: 'phone', value: '+7 912 555-01-42' },
      { type: 'phone', value: '+7 000 000 00 00' },
    ]);
    await here.sql("update profile_contacts set value = '+70000000000' where profile_id = $1 and value like '%000%'", [id]);
    const states = (await verify(rita.caller, id)).map(({ status, checked_by: by }) => [status, by]);
    expect(states).toEqual([
      ['unknown', null],
      ['invalid', 'format'],
    ]);
    await here.sql("update profile_contacts set checked_at = '2026-01-02' where profile_id = $1", [id]);
    expect(await verify(rita.caller, id)).toMatchObject([
      { status: 'valid', checked_by: 'source', checked_at: expect.stringContaining('2026-01-0') },
      { status: 'valid', checked_by: 'source' },
    ]);
  });
});
