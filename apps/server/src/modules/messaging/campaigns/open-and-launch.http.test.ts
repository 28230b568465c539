import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Caller, useInstallation } from '../../../../test/installation.ts';
import { changeEmail, closeContacts, limitContacts } from '../../../../test/contact-fixtures.ts';
import { recipientsIn } from '../../../../test/message-fixtures.ts';
import { useMail } from '../../../../test/mail-fixtures.ts';
import { addReaders, good, newList, newRecruiter, type Reader, type Recruiter } from '../../../../test/mailing-fixtures.ts';
import { until } from '../../../../test/settled.ts';

const here = useInstallation();
const mail = useMail(here);
const hello = { subject: 'Hello', body: '<p>Hello</p>' };

let company: number;
let rita: Recruiter;
let olga: Recruiter;
beforeAll(async () => {
  company = await here.addCompany();
  rita = await newRecruiter(here, mail, { company });
});
beforeEach(async () => {
  olga = await newRecruiter(here, mail, { company });
});

const path = (id: number, rest: string) => `/api/v6/mailing_lists/${id}/${rest}`;
const launch = (id: number, more: object = {}) => olga.caller.post(path(id, 'launch/'), { open_contacts: true, ...more });
const infoOf = (id: number, query = '') => good(olga.caller.get(path(id, `launch_info/${query}`)));
const limit = (count: number) => limitContacts(here, company, count);
const openedBy = async (who: Recruiter) =>
  (
    await here.sql<{ profile_id: number }>('select profile_id from contact_openings where user_id = $1 order by profile_id', [who.user.id])
  ).map((row) => Number(row.profile_id));
const profiles = (...readers: readonly Reader[]) => readers.map(({ profile }) => profile);

/** People of the common base with contacts opened by Rita only. */
async function addClosed(count: number): Promise<Reader[]> {
  await limit(1000);
  const readers = await addReaders(here, company, count);
  await closeContacts(here, readers);
  for (const { profile } of readers) await good(rita.caller.get(`/api/v6/profiles/${profile}/get-contacts/`));
  return readers;
}

describe('a launch that opens contacts', () => {
  it('[CONT-018] [MAIL-037] opens the contacts it needs within the monthly quota and writes to them', async () => {
    const closed = (await addClosed(4)) as [Reader, Reader, Reader, Reader];
    const [known] = (await addReaders(here, company, 1)) as [Reader];
    const [gone, ...rest] = closed;
    const admin = await here.signIn(await here.addUser(company, 'admin'));
    await good(admin.get(`/api/v6/profiles/${gone.profile}/get-contacts/`));
    await good(admin.post('/api/v6/messaging/suppressions/', { addresses: gone.email }));
    const { id } = await newList(rita, { readers: [...closed, known], templates: [hello] });
    await limit(2);
    expect(await infoOf(id)).toMatchObject({ will_receive: 1, contacts_closed: 4, contacts_to_open: 3, contacts_left: 2 });
    expect(await good(launch(id))).toMatchObject({ launched: 3, will_receive: 3, opened_contacts: 2 });
    const opened = await openedBy(olga);
    expect(opened).toHaveLength(2);
    expect(profiles(...rest)).toEqual(expect.arrayContaining(opened));
    for (const reader of rest.filter(({ profile }) => opened.includes(profile)))
      await until(async () => expect(await mail.count(reader.email)).toBe(1));
    expect(await infoOf(id)).toMatchObject({ contacts_closed: 2, contacts_to_open: 1, contacts_left: 0 });
  });

  it('[CONT-018] [MAIL-049] opens none for left-out people and one per address', async () => {
    const [first, twin, busy] = (await addClosed(3)) as [Reader, Reader, Reader];
    const other = await newList(rita, { readers: [busy], templates: [hello] });
    await good(rita.caller.post(path(other.id, 'launch/'), { send_delay_info: { type: 'delay', delay_days: 5 } }));
    const { id } = await newList(rita, { readers: [first, twin, busy], templates: [hello] });
    // Two profiles of one person, as a launch by a user with both open would find.
    await changeEmail(here, twin.profile, first.email);
    await recipientsIn(here).update({ mailing_id: id, profile_id: twin.profile }, { email: first.email, email_key: first.email });
    expect(await infoOf(id)).toMatchObject({ contacts_closed: 3, contacts_to_open: 2, contacts_left: 1000 });
    expect(await infoOf(id, '?leave_out=in_other_mailings')).toMatchObject({ contacts_to_open: 1 });
    expect(await good(launch(id, { leave_out: ['in_other_mailings'] }))).toMatchObject({ launched: 1, opened_contacts: 1 });
    expect([profiles(first), profiles(twin)]).toContainEqual(await openedBy(olga));
  });

  it('[CONT-018] [MAIL-042] finds the addresses of recipients added without one', async () => {
    const [closed] = (await addClosed(1)) as [Reader];
    const { id: folder } = await good(olga.caller.post('/api/v6/folders/', { name: `Of Olga ${closed.profile}` }));
    await good(olga.caller.post('/api/v6/candidates/', { folder_id: folder, profiles: [closed.profile] }));
    const { id } = await good(olga.caller.post('/api/v6/mailing_lists/', { folder_id: folder, templates: [hello] }));
    await good(olga.caller.put('/api/v6/mailing_recipients/', { mailing_list_id: id, profile_ids: [closed.profile] }));
    expect(await infoOf(id)).toMatchObject({ total: 1, without_email: 1, contacts_closed: 1, contacts_to_open: 1 });
    expect(await launch(id, { open_contacts: false })).toMatchObject({ status: 400 });
    expect(await good(launch(id))).toMatchObject({ launched: 1, opened_contacts: 1 });
    await until(async () => expect(await mail.count(closed.email)).toBe(1));
  });

  it('[CONT-018] [MAIL-049] leaves people out by an address only after opening it', async () => {
    const [closed] = (await addClosed(1)) as [Reader];
    const [twin] = (await addReaders(here, company, 1)) as [Reader];
    // Another profile of the same person has a message already.
    await changeEmail(here, twin.profile, closed.email);
    const other = await newList(rita, { readers: [{ ...twin, email: closed.email }], templates: [hello] });
    await good(rita.caller.post(path(other.id, 'launch/'), { send_delay_info: { type: 'delay', delay_days: 5 } }));
    const { id: folder } = await good(olga.caller.post('/api/v6/folders/', { name: `Of Olga ${closed.profile}` }));
    await good(olga.caller.post('/api/v6/candidates/', { folder_id: folder, profiles: [closed.profile] }));
    const { id } = await good(olga.caller.post('/api/v6/mailing_lists/', { folder_id: folder, templates: [hello] }));
    await good(olga.caller.put('/api/v6/mailing_recipients/', { mailing_list_id: id, profile_ids: [closed.profile] }));
    expect(await infoOf(id)).toMatchObject({ contacts_closed: 1, contacts_to_open: 1 });
    expect(await infoOf(id, '?leave_out=in_other_mailings')).toMatchObject({ contacts_closed: 1, contacts_to_open: 1 });
    expect(await launch(id, { leave_out: ['in_other_mailings'] })).toMatchObject({ status: 400 });
    // A rejection that takes the opening back would confirm a guess without a payment.
    expect(await openedBy(olga)).toEqual(profiles(closed));
  });

  describe('with guesses of a closed address', () => {
    const guesses = 5;
    let closed: Reader;
    let admin: Caller;
    beforeEach(async () => {
      [closed] = (await addClosed(1)) as [Reader];
      admin = await here.signIn(await here.addUser(company, 'admin'));
    });
    /** A mailing to the closed person and to own profiles. The first own profile has the address if `isRight`. */
    async function mailingWith({ isRight, body = '<p>Hello</p>' }: { isRight: boolean; body?: string }) {
      const own = await addReaders(here, company, guesses);
      const [first] = own as [Reader];
      if (isRight) await changeEmail(here, first.profile, closed.email);
      const all = [...profiles(...own), closed.profile];
      const { id: folder } = await good(olga.caller.post('/api/v6/folders/', { name: `Guesses ${first.profile}` }));
      await good(olga.caller.post('/api/v6/candidates/', { folder_id: folder, profiles: all }));
      const { id } = await good(olga.caller.post('/api/v6/mailing_lists/', { folder_id: folder, templates: [{ ...hello, body }] }));
      await good(olga.caller.put('/api/v6/mailing_recipients/', { mailing_list_id: id, profile_ids: all }));
      return { id: id as number, own };
    }

    it('[CONT-009] [MAIL-049] shows the same before the launch', async () => {
      const infos = [];
      for (const isRight of [false, true]) {
        const { id, own } = await mailingWith({ isRight });
        const { id: busy } = await newList(olga, { readers: own, templates: [hello] });
        await good(olga.caller.post(path(busy, 'launch/'), { send_delay_info: { type: 'delay', delay_days: 5 } }));
        const [plain, without] = [await infoOf(id), await infoOf(id, '?leave_out=in_other_mailings')];
        infos.push([plain.contacts_to_open, plain.contacts_closed, without.contacts_to_open, without.contacts_closed]);
      }
      expect(infos).toEqual([
        [1, 1, 1, 1],
        [1, 1, 1, 1],
      ]);
    });

    it('[CONT-009] [SEND-010] shows the same after a colleague suppressed them', async () => {
      const { id } = await mailingWith({ isRight: false });
      for (const addresses of ['wrong@people.test', `other@people.test ${closed.email}`]) {
        await good(admin.post('/api/v6/messaging/suppressions/', { addresses }));
        expect(await infoOf(id)).toMatchObject({ contacts_to_open: 1, contacts_closed: 1 });
      }
      // Also if the guess is an address of the person in another mailing.
      const { id: other } = await newList(olga, { readers: [{ ...closed, email: closed.email }], templates: [hello] });
      await recipientsIn(here).update({ mailing_id: other }, { email: closed.email, email_key: closed.email, email_needs_opening: false });
      expect(await infoOf(id)).toMatchObject({ contacts_to_open: 1 });
    });

    it('[CONT-009] [MAIL-037] rejects the launch alike, and opens none', async () => {
      for (const isRight of [false, true]) {
        const { id, own } = await mailingWith({ isRight, body: '<p>{{SALARY}}</p>' });
        for (const { profile } of own)
          await recipientsIn(here).update({ mailing_id: id, profile_id: profile }, { custom_data: { SALARY: '1' } });
        expect(await launch(id)).toMatchObject({ status: 400, body: { templates: [expect.any(String)] } });
        expect(await openedBy(olga)).toEqual([]);
      }
    });
  });

  it('[CONT-018] [MAIL-017] includes recipients that an earlier launch skipped for closed contacts', async () => {
    const [closed] = (await addClosed(1)) as [Reader];
    const [known] = (await addReaders(here, company, 1)) as [Reader];
    const follow = { subject: 'Once more', body: '<p>Once more</p>', send_delay: 86_400, delay_kind: 'calendar' };
    const { id } = await newList(rita, { readers: [closed, known], templates: [hello, follow], more: { access_type: 'public' } });
    await good(rita.caller.post(path(id, 'launch/')));
    for (const { email } of [closed, known]) await until(async () => expect(await mail.count(email)).toBe(1));
    await good(rita.caller.post(path(id, 'stop/')));
    await limit(0);
    await good(launch(id, { open_contacts: false }));
    await limit(1000);
    const info = await infoOf(id);
    expect(info).toMatchObject({ contacts_closed: 1, contacts_to_open: 1 });
    expect(await good(launch(id))).toMatchObject({ opened_contacts: 1, relaunched: 1 });
    const { active } = await recipientsIn(here).one({ mailing_id: id, profile_id: closed.profile });
    expect(active).toBe(true);
  });

  it('[CONT-018] [MAIL-037] opens none if it is rejected', async () => {
    const closed = await addClosed(1);
    const { id } = await newList(rita, { readers: closed, templates: [{ subject: 'Hello', body: '<p>{{SALARY}}</p>' }] });
    expect(await launch(id)).toMatchObject({ status: 400, body: { templates: [expect.any(String)] } });
    expect(await openedBy(olga)).toEqual([]);
  });
});
