import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useInstallation } from '../../../../test/installation.ts';
import { changeEmail, closeContacts } from '../../../../test/contact-fixtures.ts';
import { recipientsIn } from '../../../../test/message-fixtures.ts';
import { useMail } from '../../../../test/mail-fixtures.ts';
import { addReaders, good, newList, newRecruiter, type Reader, type Recruiter } from '../../../../test/mailing-fixtures.ts';
import { settled, until } from '../../../../test/settled.ts';

const here = useInstallation();
const mail = useMail(here);
const day = 86_400;
const hello = { subject: 'Hello', body: '<p>Hello</p>' };
const later = { subject: 'Once more', body: '<p>Have you seen it?</p>', send_delay: day };

let company: number;
let rita: Recruiter;
let olga: Recruiter;
beforeAll(async () => {
  company = await here.addCompany();
  [rita, olga] = [await newRecruiter(here, mail, { company }), await newRecruiter(here, mail, { company })];
});

const path = (id: number, rest = '') => `/api/v6/mailing_lists/${id}/${rest}`;
const launch = (who: Recruiter, id: number, more: object = {}) => who.caller.post(path(id, 'launch/'), more);
const infoOf = (who: Recruiter, id: number) => good(who.caller.get(path(id, 'launch_info/')));
const open = (who: Recruiter, { profile }: Reader) => good(who.caller.get(`/api/v6/profiles/${profile}/get-contacts/`));
const recipientsOf = async (who: Recruiter, id: number) => (await good(who.caller.get(path(id, 'recipients/')))).recipients;
const recipientOf = async (who: Recruiter, id: number, { profile }: Reader) =>
  (await recipientsOf(who, id)).find((row: { profile: { id: number } }) => row.profile.id === profile);
const whyOf = async (who: Recruiter, id: number, reader: Reader) =>
  (await good(who.caller.get(`/api/v6/mailing_recipients/${(await recipientOf(who, id, reader)).id}/why/`))).reason;
const arrived = (reader: Reader, count = 1) => until(async () => expect(await mail.count(reader.email)).toBe(count));

/** People of the common base with contacts opened by Rita only. */
async function addOpened(count: number): Promise<Reader[]> {
  const readers = await addReaders(here, company, count);
  await closeContacts(here, readers);
  for (const reader of readers) await open(rita, reader);
  return readers;
}

describe('a mailing of a colleague', () => {
  let closed: Reader;
  let known: Reader;
  beforeEach(async () => {
    [closed] = (await addOpened(1)) as [Reader];
    [known] = (await addReaders(here, company, 1)) as [Reader];
  });

  it('[CONT-009] [MAIL-018] [MAIL-019] skips addresses that its new sender has not opened', async () => {
    const { id } = await newList(rita, { readers: [closed, known], templates: [hello] });
    expect(await infoOf(rita, id)).toMatchObject({ ready_to_launch: 2, without_email: 0, contacts_closed: 0, total: 2 });
    expect(await infoOf(olga, id)).toMatchObject({ ready_to_launch: 1, without_email: 1, contacts_closed: 1, total: 2, will_receive: 1 });
    expect(await good(launch(olga, id))).toMatchObject({ launched: 1, will_receive: 1 });
    await arrived(known);
    expect(await mail.count(closed.email)).toBe(0);
    expect(await recipientOf(olga, id, closed)).toMatchObject({ email_is_masked: true, email_problem: 'contacts_closed', status: 'draft' });
    expect(await recipientOf(rita, id, closed)).toMatchObject({ email: closed.email, email_problem: null });
    expect([await whyOf(olga, id, closed), await whyOf(rita, id, closed)]).toEqual(['contacts_closed', 'contacts_closed_to_sender']);
  });

  it('[CONT-018] [MAIL-049] writes to them after the sender opens the contacts with their own quota', async () => {
    const { id } = await newList(rita, { readers: [closed], templates: [hello] });
    const nobody = await launch(olga, id);
    expect([nobody.status, nobody.body]).toMatchObject([400, { non_field_errors: ['There is nobody to send to'] }]);
    const left = async () => (await good(olga.caller.get('/api/quotas/my/'))).quotas_contact_available as number;
    const before = await left();
    await open(olga, closed);
    expect(await left()).toBe(before - 1);
    expect(await good(launch(olga, id))).toMatchObject({ launched: 1 });
    await arrived(closed);
  });

  it('[SEQ-031] activates recipients of a running sequence whom the sender adds again with open contacts', async () => {
    const { id } = await good(rita.caller.post('/api/v6/sequences/', { name: 'Shared', templates: [hello] }));
    const add = (who: Recruiter, body: object) => good(who.caller.post(`/api/v6/sequences/${id}/add_profile/`, body));
    await add(rita, { profile_ids: [closed.profile, known.profile] });
    await good(launch(olga, id));
    await arrived(known);
    expect(await mail.count(closed.email)).toBe(0);
    expect(await add(olga, { profile_ids: [closed.profile], open_contacts: true })).toMatchObject({ skipped: 1, opened_contacts: 1 });
    await arrived(closed);
  });

  it('[MAIL-049] [MAIL-037] sends no follow-up to them after a takeover, and undo restores it', async () => {
    // The third message keeps the mailing running.
    const { id } = await newList(rita, { readers: [closed, known], templates: [hello, later, later] });
    await good(launch(rita, id));
    for (const reader of [closed, known]) await arrived(reader);
    await settled();
    await good(olga.caller.post(path(id, 'stop/')));
    const before = await recipientsIn(here).find({ mailing_id: id });
    await good(launch(olga, id, { undo_seconds: 10 }));
    await good(olga.caller.post(path(id, 'undo_launch/')));
    expect(await recipientsIn(here).find({ mailing_id: id })).toEqual(before);

    expect(await infoOf(olga, id)).toMatchObject({ total: 2, without_email: 1, contacts_closed: 1 });
    expect(await good(launch(olga, id))).toMatchObject({ launched: 0, relaunched: 1 });
    here.clock.advance(2 * day * 1000);
    await arrived(known, 2);
    expect(await mail.count(closed.email)).toBe(1);
    // The first sender may continue with both.
    await good(rita.caller.post(path(id, 'stop/')));
    expect(await infoOf(rita, id)).toMatchObject({ contacts_closed: 0 });
  });
});

it('[MAIL-050] a relaunch sends no follow-up to left-out recipients', async () => {
  const readers = (await addReaders(here, company, 2)) as [Reader, Reader];
  const [out, kept] = readers;
  const { id } = await newList(rita, { readers, templates: [hello, later] });
  await good(launch(rita, id));
  for (const reader of readers) await arrived(reader);
  await good(rita.caller.post(path(id, 'stop/')));
  await good(launch(rita, (await newList(rita, { readers: [out], templates: [hello, later] })).id));
  await arrived(out, 2);
  expect(await good(launch(rita, id, { leave_out: ['in_other_mailings'] }))).toMatchObject({ relaunched: 1 });
  here.clock.advance(2 * day * 1000);
  await arrived(kept, 2);
  await arrived(out, 3);
  expect(await whyOf(rita, id, out)).toBe('not_launched');
});

describe('a masked address', () => {
  let closed: Reader;
  let id: number;
  let own: Reader;
  const change = async (who: Recruiter, reader: Reader, email: string) =>
    who.caller.patch(`/api/v6/mailing_recipients/${(await recipientOf(who, id, reader)).id}/`, { email });
  beforeEach(async () => {
    [closed] = (await addOpened(1)) as [Reader];
    [own] = (await addReaders(here, company, 1)) as [Reader];
    ({ id } = await newList(rita, { readers: [closed, own], templates: [hello] }));
  });

  it('[CONT-009] [MAIL-045] is not revealed by typing it for another recipient, and gets one message from a user who opened it', async () => {
    expect(await change(rita, own, closed.email)).toMatchObject({ status: 400 });
    const typed = await change(olga, own, closed.email);
    expect([typed.status, typed.body]).toMatchObject([200, { email: closed.email, email_is_masked: false, email_problem: null }]);
    expect(await infoOf(olga, id)).toMatchObject({ ready_to_launch: 1, without_email: 1, contacts_closed: 1 });
    expect(await infoOf(rita, id)).toMatchObject({ ready_to_launch: 1, without_email: 1, contacts_closed: 0 });
    expect(await good(launch(rita, id))).toMatchObject({ launched: 1 });
    await arrived(closed);
    expect(await recipientOf(rita, id, own)).toMatchObject({ email_problem: 'same_address', status: 'draft' });
    expect(await whyOf(rita, id, own)).toBe('same_address');
    expect((await mail.newest(closed.email)).mail.from?.address).toBe(rita.address);
  });

  it('[CONT-009] [CONT-010] is not revealed by adding it as a contact or adding a profile with it', async () => {
    const masked = async () => (await recipientOf(olga, id, closed)).email as string;
    const mask = await masked();
    expect(mask).not.toBe(closed.email);
    for (const value of ['somebody@else.test', closed.email]) {
      await good(olga.caller.post(`/api/v6/profiles/${closed.profile}/contacts/`, { type: 'email', value }));
      expect(await masked()).toBe(mask);
    }
    const [twin] = (await addReaders(here, company, 1)) as [Reader];
    await changeEmail(here, twin.profile, closed.email);
    const added = { mailing_list_id: id, profile_ids: [twin.profile] };
    expect(await good(olga.caller.put('/api/v6/mailing_recipients/', added))).toMatchObject({ without_email: 0 });
    expect(await recipientOf(olga, id, twin)).toMatchObject({ email: closed.email, email_problem: null });
  });

  it('[CONT-009] is not revealed by typing it for its own recipient', async () => {
    for (const email of ['somebody@else.test', closed.email]) {
      expect((await change(olga, closed, email)).body).toMatchObject({ email, email_is_masked: false });
    }
    // A user who opened the contacts knows the address: their input is masked for others.
    await change(rita, closed, closed.email);
    expect(await recipientOf(olga, id, closed)).toMatchObject({ email_is_masked: true });
  });
});
