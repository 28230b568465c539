import { beforeAll, describe, expect, it } from 'vitest';
import { useInstallation } from '../../../../test/installation.ts';
import { mailingsIn, messagesIn } from '../../../../test/message-fixtures.ts';
import { useMail } from '../../../../test/mail-fixtures.ts';
import { addProfiles } from '../../../../test/vacancy-fixtures.ts';
import { addReaders, good, newList, newRecruiter, type Recruiter } from '../../../../test/mailing-fixtures.ts';
import { until } from '../../../../test/settled.ts';

const here = useInstallation();
const mail = useMail(here);
const day = 86_400;
const templates = [
  { subject: 'Hello', body: '<p>Hello</p>' },
  { subject: 'Again', body: '<p>Again</p>', send_delay: day },
];

let rita: Recruiter;
let admin: Recruiter;
beforeAll(async () => {
  const company = await here.addCompany();
  [rita, admin] = [await newRecruiter(here, mail, { company }), await newRecruiter(here, mail, { company })];
  await here.sql(`update users set role = 'admin' where id = $1`, [admin.user.id]);
});

const refused = { status: 403, body: { code: 'mailing_of_sender', detail: expect.stringContaining('Ada User') } };

/** All changes to sending from the sender's mailbox. */
interface Running {
  id: number;
  reader: { profile: number };
  recipient: number;
  template: number;
}

async function attempts(who: Recruiter, { id, reader, recipient, template }: Running) {
  const { patch, post } = who.caller;
  const one = `/api/v6/mailing_recipients/${recipient}/`;
  return [
    await patch(one, { email: 'ceo@victim.test' }),
    await patch(one, { custom_data: { TOPIC: 'Another' } }),
    await patch(one, { messages: [{ template_id: template, subject: 'Mine', body: '<p>Mine</p>' }] }),
    await post(`${one}resume/`),
    await post(`/api/v6/mailing_lists/${id}/launch/`, {}),
    await post(`/api/v6/mailing_lists/${id}/relaunch_failed/`),
    // A running mailing writes to new recipients.
    await who.caller.put('/api/v6/mailing_recipients/', { mailing_list_id: id, profile_ids: [reader.profile] }),
  ];
}

async function launched(delay: object = { type: 'now' }) {
  const [reader] = await addReaders(here, rita.user.companyId, 1);
  if (!reader) throw new Error('one person was made');
  const { id } = await newList(rita, { readers: [reader], templates });
  await good(rita.caller.post(`/api/v6/mailing_lists/${id}/launch/`, { send_delay_info: delay }));
  const list = await good(rita.caller.get(`/api/v6/mailing_lists/${id}/`));
  const { recipients } = await good(rita.caller.get(`/api/v6/mailing_lists/${id}/recipients/`));
  return { id, reader, recipient: recipients[0].id as number, template: list.templates[1].id as number };
}

describe('a running mailing', () => {
  it('[ROLE-059] is changed by its sender only, until it is stopped', async () => {
    const list = await launched();
    await until(async () => expect(await mail.count(list.reader.email)).toBe(1));
    for (const answer of await attempts(admin, list)) expect(answer).toMatchObject(refused);
    const path = `/api/v6/mailing_lists/${list.id}/`;
    expect((await good(admin.caller.get(path))).permissions).toEqual({ edit: true, send: false, remove: true });
    expect((await good(rita.caller.get(path))).permissions).toEqual({ edit: true, send: true, remove: true });
    const changed = { messages: [{ template_id: list.template, subject: 'Sender', body: '<p>Sender</p>' }] };
    await good(rita.caller.patch(`/api/v6/mailing_recipients/${list.recipient}/`, changed));

    // A user who stopped it may change it and launch it from their own mailbox.
    await good(admin.caller.post(`${path}stop/`));
    const mine = { messages: [{ template_id: list.template, subject: 'Mine', body: '<p>Mine</p>' }] };
    await good(admin.caller.patch(`/api/v6/mailing_recipients/${list.recipient}/`, mine));
    await good(admin.caller.post(`${path}launch/`, {}));
    expect((await good(admin.caller.get(path))).sender.id).toBe(admin.user.id);
    for (const answer of await attempts(rita, list)) expect(answer).toMatchObject(refused);
    here.clock.advance(2 * day * 1000);
    await until(async () => expect(await mail.count(list.reader.email)).toBe(2));
    const { mail: second } = await mail.newest(list.reader.email);
    expect([second.subject, second.from?.address]).toEqual(['Mine', admin.address]);
  });

  it('[ROLE-059] [SEND-012] belongs to its sender from the launch on, before the first message leaves', async () => {
    const at = new Date(here.clock.now().getTime() + day * 1000).toISOString();
    const list = await launched({ type: 'planned', launch_at: at });
    for (const answer of await attempts(admin, list)) expect(answer).toMatchObject(refused);
  });

  it("[SEQ-032] that is finished resends failed messages from its sender's mailbox for its sender only", async () => {
    const list = await launched();
    await until(async () => expect(await mail.count(list.reader.email)).toBe(1));
    await mailingsIn(here).update({ id: list.id }, { status: 'finished' });
    expect(await admin.caller.post(`/api/v6/mailing_lists/${list.id}/relaunch_failed/`)).toMatchObject(refused);
    await good(rita.caller.post(`/api/v6/mailing_lists/${list.id}/relaunch_failed/`));
  });
});

describe('a message of unknown outcome', () => {
  it('[ROLE-057] is resent by its sender only', async () => {
    const { id } = await mail.write(rita.caller);
    await mail.becomes(rita.caller, id, 'sent');
    await messagesIn(here).update({ id }, { state: 'unknown' });
    const decide = (who: Recruiter, decision: string) => who.caller.post(`/api/v6/messages/${id}/decide/`, { decision });
    expect((await decide(admin, 'send_again')).status).toBe(403);
    expect((await decide(rita, 'send_again')).status).toBe(200);
  });
});

describe('staff', () => {
  it('[ROLE-012] prepare a sequence, launch none, and stop running ones', async () => {
    const company = rita.user.companyId;
    const sam = await newRecruiter(here, mail, { company });
    const [reader] = await addReaders(here, company, 1);
    for (const role of ['sales_manager', 'super_user'] as const) {
      await here.sql('update users set role = $2 where id = $1', [sam.user.id, role]);
      const { id } = await good(sam.caller.post('/api/v6/sequences/', { name: `By a ${role}`, templates }));
      await good(sam.caller.post(`/api/v6/sequences/${id}/add_profile/`, { profile_id: reader?.profile }));
      const { recipients } = await good(sam.caller.get(`/api/v6/sequences/${id}/recipients/`));
      const calls = [
        `mailing_lists/${id}/launch/`,
        `mailing_lists/${id}/relaunch_failed/`,
        `sequences/${id}/relaunch_failed/`,
        `mailing_recipients/${recipients[0].id}/resume/`,
      ];
      for (const call of calls)
        expect([call, await sam.caller.post(`/api/v6/${call}`, {})]).toMatchObject([call, { status: 403, body: { detail: 'Forbidden' } }]);
      // Without its only recipient a mailing finishes, so the other stop needs a mailing of its own.
      await good(sam.caller.post(`/api/v6/mailing_recipients/${(await launched()).recipient}/stop/`));
      const running = await launched();
      expect((await good(sam.caller.post(`/api/v6/mailing_lists/${running.id}/stop/`))).status).toBe('stopped');
      // The role prevents the launch: as a recruiter the same person succeeds.
      await here.sql(`update users set role = 'worker' where id = $1`, [sam.user.id]);
      expect(await good(sam.caller.post(`/api/v6/mailing_lists/${id}/launch/`, {}))).toMatchObject({ launched: 1 });
      await good(sam.caller.post(`/api/v6/mailing_lists/${id}/stop/`));
    }
  });

  it('[ROLE-012] [SEQ-031] cannot add people to a running sequence, and can undo their own launch', async () => {
    const company = rita.user.companyId;
    const sam = await newRecruiter(here, mail, { company });
    const [first, second] = await addReaders(here, company, 2);
    const { id } = await good(sam.caller.post('/api/v6/sequences/', { name: 'Of somebody who became staff', templates }));
    const add = (profile?: number) => sam.caller.post(`/api/v6/sequences/${id}/add_profile/`, { profile_id: profile });
    await good(add(first?.profile));
    await good(sam.caller.post(`/api/v6/mailing_lists/${id}/launch/`, { send_delay_info: { type: 'now' }, undo_seconds: 10 }));
    await here.sql(`update users set role = 'super_user' where id = $1`, [sam.user.id]);
    const refusal = { status: 403, body: { detail: 'Forbidden' } };
    expect(await add(second?.profile)).toMatchObject(refusal);
    expect(await sam.caller.post(`/api/v6/sequences/${id}/recipients/add_all/`, { query: '', filters: '' })).toMatchObject(refusal);
    expect((await good(sam.caller.get(`/api/v6/sequences/${id}/recipients/`))).recipients).toHaveLength(1);
    expect((await good(sam.caller.post(`/api/v6/mailing_lists/${id}/undo_launch/`))).status).not.toBe('sending');
    // A stopped sequence accepts people as before.
    await good(add(second?.profile));
  });

  it('[ROLE-012] [SEQ-031] cannot activate recipients of a running sequence by an address, and can change addresses of active ones', async () => {
    const company = rita.user.companyId;
    const sam = await newRecruiter(here, mail, { company });
    const [reader] = await addReaders(here, company, 1);
    const [nobody = 0] = await addProfiles(here, 1);
    const { id } = await good(sam.caller.post('/api/v6/sequences/', { name: 'Of somebody who looks after companies now', templates }));
    for (const profile of [reader?.profile, nobody])
      await good(sam.caller.post(`/api/v6/sequences/${id}/add_profile/`, { profile_id: profile }));
    expect(await good(sam.caller.post(`/api/v6/mailing_lists/${id}/launch/`, {}))).toMatchObject({ launched: 1 });
    const recipientOf = async (profile?: number) =>
      (await good(sam.caller.get(`/api/v6/sequences/${id}/recipients/?profile_id=${profile}`))).recipients[0].id;
    const [waiting, running] = [await recipientOf(nobody), await recipientOf(reader?.profile)];
    const give = (recipient: number, email: string) => sam.caller.patch(`/api/v6/mailing_recipients/${recipient}/`, { email });
    const row = () => here.sql('select active, next_at, email from mailing_recipients where id = $1', [waiting]);
    await here.sql(`update users set role = 'sales_manager' where id = $1`, [sam.user.id]);
    expect(await give(waiting, 'given-by-staff@readers.test')).toMatchObject({ status: 403, body: { detail: 'Forbidden' } });
    expect(await row()).toEqual([{ active: false, next_at: null, email: '' }]);
    await good(give(running, 'another-of-the-reader@readers.test'));
    // The role prevents it: as a recruiter they succeed.
    await here.sql(`update users set role = 'worker' where id = $1`, [sam.user.id]);
    await good(give(waiting, 'given-by-staff@readers.test'));
    expect(await row()).toMatchObject([{ active: true, email: 'given-by-staff@readers.test' }]);
    await good(sam.caller.post(`/api/v6/mailing_lists/${id}/stop/`));
  });
});
