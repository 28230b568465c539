import { beforeAll, describe, expect, it } from 'vitest';
import { useInstallation } from '../../../../test/installation.ts';
import { changeEmail } from '../../../../test/contact-fixtures.ts';
import { mailboxesIn } from '../../../../test/mailbox-fixtures.ts';
import { messagesIn, recipientsIn } from '../../../../test/message-fixtures.ts';
import { useMail } from '../../../../test/mail-fixtures.ts';
import { addReaders, good, newList, newRecruiter, type Reader, type Recruiter } from '../../../../test/mailing-fixtures.ts';
import { settled, until } from '../../../../test/settled.ts';

const here = useInstallation();
const mail = useMail(here);
const day = 86_400;
const hello = { subject: 'Hello, {{FIRST_NAME}}', body: '<p>Dear {{FULL_NAME}}, this is about {{VACANCY}}.</p>' };
const again = { subject: 'Once more', body: '<p>Have you seen it?</p>', send_delay: 3 * day };

let company: number;
let rita: Recruiter;
beforeAll(async () => {
  company = await here.addCompany();
  rita = await newRecruiter(here, mail, { company });
});

const list = (id: number) => good(rita.caller.get(`/api/v6/mailing_lists/${id}/`));
const launch = (id: number, info: object = { type: 'now' }) =>
  rita.caller.post(`/api/v6/mailing_lists/${id}/launch/`, { send_delay_info: info });
const recipientsOf = async (id: number) => (await good(rita.caller.get(`/api/v6/mailing_lists/${id}/recipients/?per_page=100`))).recipients;
const recipientOf = async (id: number, reader: Reader) => {
  const row = (await recipientsOf(id)).find((one: { profile: { id: number } }) => one.profile.id === reader.profile);
  return good(rita.caller.get(`/api/v6/mailing_recipients/${row.id}/`));
};
const arrived = (reader: Reader, count: number) => until(async () => expect(await mail.count(reader.email)).toBe(count));
const sentTo = (id: number, count: number) => until(async () => expect((await list(id)).totals.sent).toBe(count));

describe('a mailing list', () => {
  it('[MAIL-042] [MAIL-046] uses the current address after a recipient is removed and added again', async () => {
    const [reader] = (await addReaders(here, company, 1)) as [Reader];
    const { id, candidates } = await newList(rita, { readers: [reader], templates: [hello] });
    await good(rita.caller.delete(`/api/v6/mailing_recipients/${(await recipientOf(id, reader)).id}/`));
    await changeEmail(here, reader.profile, 'new-address@readers.test');
    await good(rita.caller.put('/api/v6/mailing_recipients/', { mailing_list_id: id, candidate_ids: candidates }));
    expect((await recipientOf(id, reader)).email).toBe('new-address@readers.test');
  });

  it('[MAIL-003] [MAIL-004] [MAIL-005] [MAIL-006] [MAIL-008] [MAIL-009] [MAIL-010] [MAIL-011] [MAIL-012] [MAIL-013] [MAIL-014] [MAIL-015] [MAIL-031] [MAIL-032] [MAIL-033] [MAIL-034] [MAIL-036] [SEND-016] keeps messages with their conditions', async () => {
    const window = { send_time_from: '09:00:00', send_time_to: '12:00:00', send_time_zone: 'Europe/Moscow' };

    const { id: folder } = await good(rita.caller.post('/api/v6/folders/', { name: 'Platform' }));
    const body = await good(rita.caller.post('/api/v6/mailing_lists/', { folder_id: folder, templates: [hello, { ...again, ...window }] }));

    expect(body).toMatchObject({ messaging_type: 'mailing', status: 'draft', name: 'Platform', folder: { id: folder, name: 'Platform' } });
    expect(body.mailing_list_id).toBe(body.id);
    const [first, second] = body.templates;
    expect(second.condition).toEqual({ days: 3, hours: 10, minutes: 30, plus_minus: 90, utc: '+03' });
    expect(first.variables.find((one: { name: string }) => one.name === 'VACANCY')).toMatchObject({ used: true });
    const put = await good(
      rita.caller.put('/api/v6/mailing_lists/', {
        mailing_list_id: body.id,
        templates: [{ ...first, subject: 'Other' }, again, { ...second, send_delay: day }],
      }),
    );
    expect(put.templates.map((one: { subject: string }) => one.subject)).toEqual(['Other', 'Once more', 'Once more']);
    expect(put.templates[2]).toMatchObject({ id: second.id, send_delay: day });
    const less = await good(rita.caller.patch(`/api/v6/mailing_lists/${body.id}/`, { name: 'Called anew', templates: [put.templates[0]] }));
    expect(less).toMatchObject({ name: 'Called anew', templates: [{ id: first.id, position: 0 }] });
    expect((await good(rita.caller.get(`/api/v6/mailing_lists/?folder_id=${folder}`))).mailing_lists).toHaveLength(1);
    expect((await good(rita.caller.get(`/api/v6/folders/${folder}/`))).mailing_lists).toEqual([{ id: body.id, name: 'Called anew' }]);
  });

  it('[MAIL-001] of an unknown or foreign vacancy is not found', async () => {
    const { id: folder } = await good(rita.caller.post('/api/v6/folders/', { name: 'Ours' }));
    const stranger = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
    for (const [caller, id] of [
      [stranger, folder],
      [rita.caller, 987_654_321],
    ]) {
      expect((await caller.get(`/api/v6/mailing_lists/?folder_id=${id}`)).status).toBe(404);
    }
    expect((await rita.caller.get(`/api/v6/mailing_lists/?folder_id=${folder}`)).status).toBe(200);
  });

  it('[MAIL-055] [MAIL-056] [MAIL-057] [SEND-015] [SEND-019] [SEND-020] [SEQ-019] [SEQ-020] reports errors at their fields', async () => {
    const [reader] = await addReaders(here, company, 1);
    const { id } = await newList(rita, { readers: [reader as Reader], templates: [{ ...hello, subject: 'About {{TOPIC}}' }] });
    const save = (template: object) => rita.caller.patch(`/api/v6/mailing_lists/${id}/`, { templates: [template] });
    expect((await save({ ...hello, send_time_from: '12:00:00', send_time_to: '09:00:00' })).body).toEqual({
      'templates.0.send_time_to': ['The end of the window must be later than its start'],
    });
    expect((await save({ ...hello, send_time_from: '9:00' })).body['templates.0.send_time_from']).toEqual(['Enter a time as hh:mm:ss']);
    expect((await save({ ...hello, send_delay: 91 * day })).body['templates.0.send_delay']).toBeDefined();
    expect((await save({ ...hello, id: 987_654_321 })).body['templates.0.id']).toBeDefined();
    expect((await rita.caller.post('/api/v6/mailing_lists/', { folder_id: 987_654_321 })).body).toEqual({ folder: ['Not found'] });
    expect((await rita.caller.post('/api/v6/mailing_lists/', {})).body).toEqual({ folder: ['This field cannot be empty'] });
    expect((await launch(id, { start_time_from: '9', start_time_to: '12:00:00' })).body).toEqual({
      start_time_from: ['Enter a time as hh:mm:ss'],
    });
    expect((await launch(id, { start_time_from: '09:00:00', start_time_to: '08:00:00' })).body).toEqual({
      start_time_to: ['The end of the window must be later than its start'],
    });
    expect((await launch(id, { type: 'planned', launch_at: '2020-01-01T00:00:00Z' })).body.launch_at).toEqual([
      'Choose a time in the future',
    ]);
    expect((await launch(id)).body).toEqual({ templates: ['please fill in all variable values'] });
    await mailboxesIn(here).update({ user_id: rita.user.id }, { state: 'broken' });
    expect((await launch(id)).body).toEqual({ non_field_errors: ['please connect the mail integration'] });
    await mailboxesIn(here).update({ user_id: rita.user.id }, { state: 'connected' });
    const recipient = await recipientOf(id, reader as Reader);
    await good(rita.caller.patch(`/api/v6/mailing_recipients/${recipient.id}/`, { custom_data: { topic: 'Go' } }));
    expect((await good(launch(id))).launched).toBe(1);
    await arrived(reader as Reader, 1);
    expect((await mail.newest((reader as Reader).email)).mail.subject).toBe('About Go');
    expect((await launch(id)).body).toEqual({ non_field_errors: ['There is nobody to send to'] });
  });

  it('[MAIL-016] [MAIL-017] [MAIL-018] [MAIL-019] [MAIL-020] [MAIL-037] [MAIL-038] [MAIL-039] [MAIL-040] [MAIL-048] [MAIL-049] [MAIL-051] [MAIL-052] [MAIL-053] [MAIL-054] [SEND-006] writes to each recipient once, keeps delays, and stops at a reply', async () => {
    const readers = await addReaders(here, company, 3);
    const [anna, boris, clara] = readers as [Reader, Reader, Reader];
    const { id } = await newList(rita, { readers, templates: [hello, again] });
    await here.sql('update profile_contacts set is_active = false where profile_id = $1', [clara.profile]);
    const [hidden] = await recipientsIn(here).update({ mailing_id: id, profile_id: clara.profile }, { email: '' });
    const before = await good(rita.caller.get(`/api/v6/mailing_lists/${id}/launch_info/`));
    expect(before).toMatchObject({ ready_to_launch: 2, without_email: 1, error_relaunch: 0, total: 3, sender: { address: rita.address } });
    expect((await recipientOf(id, anna)).messages.map((one: { status: string }) => one.status)).toEqual(['draft', 'draft']);
    expect(await good(launch(id))).toMatchObject({ launched: 2, relaunched: 0, error_relaunched: 0 });
    expect((await rita.caller.patch(`/api/v6/mailing_lists/${id}/`, { templates: [] })).body.code).toBe('mailing_running');
    await Promise.all([arrived(anna, 1), arrived(boris, 1), sentTo(id, 2)]);
    const whole = await recipientOf(id, anna);
    expect(whole.messages).toMatchObject([
      { status: 'sent', subject: expect.stringContaining('Anna') },
      { status: 'pending', id: null },
    ]);
    expect(whole.next_send_at).toBe(whole.messages[1].send_at);
    expect((await good(rita.caller.get(`/api/v6/mailing_recipients/${whole.id}/why/`))).reason).toBe('next_step');
    await mail.answer(anna.email, 'reply');
    await until(async () => expect(await recipientOf(id, anna)).toMatchObject({ status: 'replied', ended: 'replied', next_send_at: null }));
    expect((await recipientOf(id, anna)).messages).toHaveLength(1);
    // Stopped before the next step: nothing is planned later.
    expect((await good(rita.caller.post(`/api/v6/mailing_lists/${id}/stop/`))).status).toBe('stopped');
    expect((await rita.caller.post(`/api/v6/mailing_lists/${id}/stop/`)).status).toBe(409);
    here.clock.advance(4 * day * 1000);
    const info = await good(rita.caller.get(`/api/v6/mailing_lists/${id}/launch_info/`));
    expect(info).toMatchObject({
      ready_to_launch: 0,
      ready_to_relaunch: { with_next_message_occurred: 1, with_next_message_as_planned: 0 },
      total: 2,
    });
    expect((await recipientOf(id, boris)).messages[1]).toMatchObject({ status: 'draft' });
    const ofList = (await recipientsIn(here).find({ mailing_id: id })).map((one) => one.id);
    expect((await messagesIn(here).find({ recipient_id: ofList })).filter(({ state }) => state !== 'sent')).toEqual([]);
    expect(await good(launch(id))).toMatchObject({ launched: 0, relaunched: 1, error_relaunched: 0 });
    await arrived(boris, 2);
    await until(async () => expect((await list(id)).status).toBe('finished'));
    expect(await mail.count(anna.email)).toBe(1);
    expect((await list(id)).totals).toMatchObject({
      draft: 1,
      sending: 0,
      not_sent: 0,
      sent: 2,
      viewed: 1,
      replied: 1,
      queued: 0,
      suppressed: 0,
    });
    expect((await good(rita.caller.get(`/api/v6/mailing_recipients/${hidden?.id}/why/`))).reason).toBe('no_email');
  });

  it('[SEND-012] [SEND-002] [SEQ-018] starts on schedule and then changes the status of candidates', async () => {
    const [anna] = (await addReaders(here, company, 1)) as [Reader];
    const { id, folder } = await newList(rita, { readers: [anna], templates: [hello] });
    const { statuses } = await good(rita.caller.get(`/api/v6/folders/${folder}/`));
    const status = statuses.at(-1).id;
    const at = new Date(here.clock.now().getTime() + 2 * day * 1000).toISOString();
    const info = { send_delay_info: { type: 'planned', launch_at: at }, after_launch_status_id: status };
    await good(rita.caller.post(`/api/v6/mailing_lists/${id}/launch/`, info));
    expect(await list(id)).toMatchObject({ status: 'pending', launch_at: at, after_launch_status_id: status });
    const statusOf = async () => (await good(rita.caller.get(`/api/v6/folders/${folder}/candidates/`))).candidates[0].status.id;
    expect(await statusOf()).not.toBe(status);
    expect(await recipientOf(id, anna)).toMatchObject({ status: 'planned', next_send_at: at });
    here.clock.advance(2 * day * 1000 + 1000);
    await arrived(anna, 1);
    expect(await statusOf()).toBe(status);
  });

  it('[MAIL-050] [SEND-022] [SEND-026] [SEND-027] [SEND-028] resends failed messages, also to a corrected address', async () => {
    const readers = await addReaders(here, company, 2);
    const [anna, boris] = readers as [Reader, Reader];
    const { id } = await newList(rita, { readers, templates: [{ subject: 'Hello, {{COMPANY}}', body: '<p>Hello</p>' }, again] });
    await here.sql(
      `update profiles set data = data || '{"positions": [{"title": "Engineer", "company": "Beta", "is_current": true}]}' where id = $1`,
      [boris.profile],
    );
    await good(launch(id));
    await until(async () => expect((await list(id)).totals).toMatchObject({ sent: 1, not_sent: 1 }));
    const failed = await recipientOf(id, anna);
    expect(failed.messages).toMatchObject([
      { status: 'error', error_reason: 'bad_request', error_detail: '{{COMPANY}}' },
      { error_reason: 'previous_has_error' },
    ]);
    await here.sql(
      `update profiles set data = data || '{"positions": [{"title": "Engineer", "company": "Alpha", "is_current": true}]}' where id = $1`,
      [anna.profile],
    );
    await mail.answer(boris.email, 'bounce_hard');
    await until(async () =>
      expect(await recipientOf(id, boris)).toMatchObject({ ended: 'bounced', messages: [{ error_reason: 'bounce' }] }),
    );
    const { messages, id: bounced } = await recipientOf(id, boris);
    expect(messages[0].error_hint).toBe('Change the email address of the recipient');
    expect((await good(rita.caller.get(`/api/v6/mailing_lists/${id}/launch_info/`))).error_relaunch).toBe(1);
    await good(rita.caller.patch(`/api/v6/mailing_recipients/${bounced}/`, { email: `new.${boris.email}` }));
    await until(async () =>
      expect((await good(rita.caller.post(`/api/v6/mailing_lists/${id}/relaunch_failed/`))).error_relaunched).toBe(2),
    );
    await arrived(anna, 1);
    await arrived({ ...boris, email: `new.${boris.email}` }, 1);
    expect(await mail.count(boris.email)).toBe(1);
  });
});

describe('a recipient', () => {
  it('[MAIL-021] [MAIL-022] [MAIL-023] [MAIL-024] [MAIL-025] [MAIL-026] [MAIL-027] [MAIL-028] [MAIL-041] [MAIL-042] [MAIL-043] [MAIL-044] [MAIL-045] [MAIL-046] [MAIL-047] has its own texts and values, is stopped and deleted', async () => {
    const readers = await addReaders(here, company, 3);
    const [anna, boris, clara] = readers as [Reader, Reader, Reader];
    const { id } = await newList(rita, { readers, templates: [hello, again] });
    const [one, two, three] = await Promise.all(readers.map((reader) => recipientOf(id, reader)));
    const { templates } = await list(id);
    const change = { custom_data: { NOTE: 'met in May' }, messages: [{ template_id: templates[0].id, body: '<p>We {{NOTE}}.</p>' }] };
    const changed = await good(rita.caller.patch(`/api/v6/mailing_recipients/${one.id}/`, change));
    expect(changed).toMatchObject({ custom_data: { NOTE: 'met in May' }, messages: [{ is_personal: true }, { is_personal: false }] });
    const { messages: shown } = await good(rita.caller.get(`/api/v6/mailing_recipients/${one.id}/preview/`));
    expect(shown[0].text).toContain('We met in May.');
    expect(shown[0]).toMatchObject({ to: anna.email, empty_variables: [] });
    expect((await rita.caller.patch(`/api/v6/mailing_recipients/${one.id}/`, { email: 'nonsense' })).body.email).toEqual([
      'Enter a valid email address',
    ]);
    expect(await good(rita.caller.post(`/api/v6/mailing_recipients/${two.id}/stop/`))).toMatchObject({ ended: 'by_hand' });
    expect((await good(rita.caller.delete(`/api/v6/mailing_recipients/${three.id}/`))).id).toBe(three.id);
    expect((await rita.caller.get(`/api/v6/mailing_recipients/${three.id}/`)).status).toBe(404);
    await good(launch(id));
    await arrived(anna, 1);
    expect((await mail.newest(anna.email)).mail.text).toContain('We met in May.');
    const { messages, recipients, total } = await good(rita.caller.get(`/api/v6/mailing_recipients/?mailing_list_id=${id}&limit=10`));
    expect({ messages, total, ids: recipients.map((row: { id: number }) => row.id) }).toEqual({
      messages: [],
      total: 2,
      ids: [two.id, one.id],
    });
    const sent = await recipientOf(id, anna);
    expect(sent.messages[0]).toMatchObject({ from: { name: 'Rita', address: rita.address }, opened: false, replied: false });
    expect(sent.messages[0].events.map((event: { type: string }) => event.type)).toEqual(['planned', 'sent']);
    expect((await good(rita.caller.get(`/api/v6/mailing_recipients/?profile_id=${anna.profile}`))).messages).toHaveLength(1);
    expect(await good(rita.caller.post(`/api/v6/mailing_recipients/${two.id}/resume/`))).toMatchObject({ ended: null });
    expect([await mail.count(boris.email), await mail.count(clara.email)]).toEqual([0, 0]);
  });

  it('[MAIL-029] [MAIL-030] [MAIL-035] [MAIL-058] keeps its history after the list is deleted', async () => {
    const [anna] = (await addReaders(here, company, 1)) as [Reader];
    const { id } = await newList(rita, { readers: [anna], templates: [hello, again], more: { name: 'First contact' } });
    await good(launch(id));
    await arrived(anna, 1);
    await sentTo(id, 1);
    const statuses = async () => (await good(rita.caller.get(`/api/v6/mailing_statuses/?profile_id=${anna.profile}`))).statuses;
    expect(await statuses()).toMatchObject([
      {
        status: 'sent',
        messages: [{ subject: expect.any(String) }],
        mailing_list: { id, name: 'First contact', messaging_type: 'mailing' },
      },
    ]);
    await good(rita.caller.delete(`/api/v6/mailing_lists/${id}/`));
    expect((await rita.caller.get(`/api/v6/mailing_lists/${id}/`)).status).toBe(404);
    expect(await statuses()).toEqual([]);
    expect((await good(rita.caller.get(`/api/v6/mailing_recipients/?profile_id=${anna.profile}`))).messages).toHaveLength(1);
    here.clock.advance(5 * day * 1000);
    await settled();
    expect(await mail.count(anna.email)).toBe(1);
  });

  it('[ROLE-059] [VAC-054] of a private list or vacancy is hidden from others', async () => {
    const other = await here.signIn(await here.addUser(company, 'worker'));
    const [anna] = (await addReaders(here, company, 1)) as [Reader];
    const open = await newList(rita, { readers: [anna], templates: [hello] });
    const closed = await newList(rita, { readers: [anna], templates: [hello], more: { access_type: 'private' } });
    expect((await other.get(`/api/v6/mailing_lists/${open.id}/`)).status).toBe(200);
    // Deletion is rejected as well: it would affect everybody.
    expect((await other.delete(`/api/v6/mailing_lists/${open.id}/`)).status).toBe(403);
    expect((await other.get(`/api/v6/mailing_lists/${closed.id}/recipients/`)).status).toBe(403);
    await good(rita.caller.patch(`/api/v6/folders/${open.folder}/`, { access_type: 'private' }));
    expect((await other.get(`/api/v6/mailing_lists/${open.id}/`)).status).toBe(403);
    const ids = (await good(other.get('/api/v6/mailing_lists/?per_page=100'))).mailing_lists.map((one: { id: number }) => one.id);
    expect(ids.filter((id: number) => id === open.id || id === closed.id)).toEqual([]);
    expect((await good(other.get(`/api/v6/mailing_statuses/?profile_id=${anna.profile}`))).statuses).toEqual([]);
  });
});
