import { beforeAll, describe, expect, it } from 'vitest';
import { useInstallation } from '../../../../test/installation.ts';
import { changeEmail, closeContacts } from '../../../../test/contact-fixtures.ts';
import { useMail } from '../../../../test/mail-fixtures.ts';
import { addReaders, good, newList, newRecruiter, type Reader, type Recruiter } from '../../../../test/mailing-fixtures.ts';
import { until } from '../../../../test/settled.ts';

const here = useInstallation();
const mail = useMail(here);
const hello = { subject: 'Hello', body: '<p>Hello</p>' };

let company: number;
let rita: Recruiter;
beforeAll(async () => {
  company = await here.addCompany();
  rita = await newRecruiter(here, mail, { company });
});

/** People of the common base with closed contacts. */
async function addClosed(count: number): Promise<Reader[]> {
  const readers = await addReaders(here, company, count);
  await closeContacts(here, readers);
  return readers;
}
const infoOf = (id: number) => good(rita.caller.get(`/api/v6/mailing_lists/${id}/launch_info/`));
interface Row {
  id: number;
  email: string;
  profile: { id: number };
}
const recipientsOf = async (id: number, who = rita.caller): Promise<Row[]> =>
  (await good(who.get(`/api/v6/mailing_lists/${id}/recipients/`))).recipients;
const addressesIn = (rows: readonly Row[]) => Object.fromEntries(rows.map((row) => [row.profile.id, row.email]));
const launch = (id: number) => good(rita.caller.post(`/api/v6/mailing_lists/${id}/launch/`, {}));
const arrived = (reader: Reader) => until(async () => expect(await mail.count(reader.email)).toBe(1));

describe('recipients with contacts opened later', () => {
  it('[MAIL-016] [MAIL-018] [MAIL-019] are ready to launch and get messages', async () => {
    const [anna, boris] = (await addClosed(2)) as [Reader, Reader];
    const { id } = await newList(rita, { readers: [anna, boris], templates: [hello] });
    expect(await infoOf(id)).toMatchObject({ ready_to_launch: 0, without_email: 2, contacts_closed: 2, total: 2 });
    await good(rita.caller.get(`/api/v6/profiles/${anna.profile}/get-contacts/`));
    expect(await infoOf(id)).toMatchObject({ ready_to_launch: 1, without_email: 1, contacts_closed: 1, total: 2 });
    // The user who opened them sees the address; viewing does not reveal it to others.
    const shown = { [anna.profile]: anna.email, [boris.profile]: '' };
    expect(addressesIn(await recipientsOf(id))).toEqual(shown);
    const colleague = await here.signIn(await here.addUser(company, 'worker'));
    expect(addressesIn(await recipientsOf(id, colleague))).toEqual({ ...shown, [anna.profile]: '' });
    const [one] = (await recipientsOf(id)).filter((row) => row.profile.id === anna.profile);
    expect((await good(rita.caller.get(`/api/v6/mailing_recipients/${one?.id}/why/`))).reason).toBe('draft');
    expect(await launch(id)).toMatchObject({ launched: 1, relaunched: 0, error_relaunched: 0 });
    await arrived(anna);
    expect(await mail.count(boris.email)).toBe(0);
  });

  it('[MAIL-042] [MAIL-043] [SEQ-031] get their address when they are added again, and a running sequence starts', async () => {
    const [anna, boris] = (await addClosed(2)) as [Reader, Reader];
    const { id } = await good(rita.caller.post('/api/v6/sequences/', { name: 'Closed', templates: [hello] }));
    const add = (body: object) => good(rita.caller.post(`/api/v6/sequences/${id}/add_profile/`, body));
    const [known] = (await addReaders(here, company, 1)) as [Reader];
    await add({ profile_ids: [known.profile] });
    await launch(id);
    expect(await add({ profile_ids: [anna.profile, boris.profile] })).toMatchObject({ without_email: 2 });
    expect(await add({ profile_ids: [anna.profile], open_contacts: true })).toMatchObject({ skipped: 1, opened_contacts: 1 });
    await arrived(anna);
    expect(await mail.count(boris.email)).toBe(0);
  });
});

async function addTwins(): Promise<[Reader, Reader]> {
  const [anna, twin] = (await addReaders(here, company, 2)) as [Reader, Reader];
  await changeEmail(here, twin.profile, anna.email);
  return [anna, { ...twin, email: anna.email }];
}

describe('two profiles of one person', () => {
  it('[SEND-008] [MAIL-019] [MAIL-045] get one message together, and the second shows why', async () => {
    const [anna, twin] = await addTwins();
    const { id } = await newList(rita, { readers: [anna, twin], templates: [hello] });
    expect(await infoOf(id)).toMatchObject({ ready_to_launch: 1, without_email: 1, total: 2 });
    const second = (await recipientsOf(id)).find((row) => row.profile.id === twin.profile);
    expect(second).toMatchObject({ email: '', email_problem: 'same_address' });
    expect((await good(rita.caller.get(`/api/v6/mailing_recipients/${second?.id}/why/`))).reason).toBe('same_address');
    expect(await launch(id)).toMatchObject({ launched: 1 });
    await arrived(anna);
    const change = (email: string) => rita.caller.patch(`/api/v6/mailing_recipients/${second?.id}/`, { email });
    expect(await change(anna.email.toUpperCase())).toMatchObject({
      status: 400,
      body: { email: ['Another recipient of this mailing has the same address'] },
    });
    // A removed recipient with a message still counts.
    const first = (await recipientsOf(id)).find((row) => row.profile.id === anna.profile);
    await good(rita.caller.delete('/api/v6/mailing_recipients/', { ids: [first?.id] }));
    expect((await change(anna.email)).status).toBe(400);
    expect((await change('another@readers.test')).status).toBe(200);
  });

  it('[SEQ-031] are added to a running sequence one after the other, and one gets the message', async () => {
    const [anna, twin] = await addTwins();
    const { id } = await good(rita.caller.post('/api/v6/sequences/', { name: 'Twins', templates: [hello] }));
    const add = (profile: number) => good(rita.caller.post(`/api/v6/sequences/${id}/add_profile/`, { profile_ids: [profile] }));
    const [known] = (await addReaders(here, company, 1)) as [Reader];
    await add(known.profile);
    await launch(id);
    await Promise.all([add(anna.profile), add(twin.profile)]);
    await arrived(anna);
    expect((await recipientsOf(id)).map((row) => row.email).filter((email) => email === anna.email)).toHaveLength(1);
  });
});
