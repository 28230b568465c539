import { beforeAll, describe, expect, it } from 'vitest';
import { useInstallation } from '../../../../test/installation.ts';
import { candidatesIn } from '../../../../test/vacancy-fixtures.ts';
import { useMail } from '../../../../test/mail-fixtures.ts';
import { addReaders, good, newList, newRecruiter, type Recruiter } from '../../../../test/mailing-fixtures.ts';
import { settled, until } from '../../../../test/settled.ts';

const here = useInstallation();
const mail = useMail(here);
const hello = { subject: 'Hello', body: '<p>Hello</p>' };
const second = { subject: 'Once more', body: '<p>Have you seen it?</p>', send_delay: 86_400 };

let company: number;
let rita: Recruiter;
beforeAll(async () => {
  company = await here.addCompany();
  rita = await newRecruiter(here, mail, { company });
});

const path = (id: number, rest = '') => `/api/v6/mailing_lists/${id}/${rest}`;
const launch = (id: number, more: object = {}) => good(rita.caller.post(path(id, 'launch/'), { undo_seconds: 10, ...more }));
const undo = (id: number) => rita.caller.post(path(id, 'undo_launch/'));
const listOf = (id: number) => good(rita.caller.get(path(id)));
const recipientsOf = async (id: number) => (await good(rita.caller.get(path(id, 'recipients/')))).recipients;
const plannedIn = async (id: number) =>
  (
    await here.sql<{ count: number }>(
      'select count(*)::int as count from messages join mailing_recipients as r on r.id = messages.recipient_id where r.mailing_id = $1',
      [id],
    )
  )[0]?.count;
const statusOf = async (candidate: number | undefined) => (await candidatesIn(here).one({ id: candidate ?? 0 })).status_id;
const lastStatus = async () =>
  (await good(rita.caller.get('/api/v6/status_collection/statuses/'))).statuses.map((one: { id: number }) => one.id).at(-1) as number;

describe('a launch that can be undone', () => {
  it('[MAIL-037] [SEQ-018] sends nothing and changes no status within ten seconds, and restores the mailing when undone', async () => {
    const [reader] = await addReaders(here, company, 1);
    if (!reader) throw new Error('a reader was made');
    const { id, candidates } = await newList(rita, { readers: [reader], templates: [hello, second] });
    const before = await listOf(id);
    const status = await statusOf(candidates[0]);
    const launched = await launch(id, {
      after_launch_status_id: await lastStatus(),
      send_delay_info: { type: 'now', start_time_from: '00:00:00', start_time_to: '23:59:00', send_time_zone: 'UTC' },
    });
    expect(launched).toMatchObject({ launched: 1, will_receive: 1 });
    const tenSeconds = new Date(here.clock.now().getTime() + 10_500).getTime();
    expect(Date.parse(launched.undo_until)).toBeLessThanOrEqual(tenSeconds);
    expect(launched.first_message_at).toBe(launched.undo_until);
    expect(await listOf(id)).toMatchObject({ status: 'sending', undo_until: launched.undo_until });
    await settled();
    expect([await plannedIn(id), await mail.count(reader.email), await statusOf(candidates[0])]).toEqual([0, 0, status]);

    const undone = await good(undo(id));
    const { updated_at: _now, ...rest } = undone;
    expect(rest).toEqual({ ...before, updated_at: undefined, permissions: undone.permissions });
    expect(await recipientsOf(id)).toMatchObject([{ status: 'draft', next_send_at: null }]);
    here.clock.advance(60_000);
    await settled();
    expect([await plannedIn(id), await mail.count(reader.email), await statusOf(candidates[0])]).toEqual([0, 0, status]);
    expect((await undo(id)).status).toBe(409);
  });

  it('[MAIL-037] [SEQ-018] is final after that: the message leaves, the status changes, and undo is rejected', async () => {
    const [reader] = await addReaders(here, company, 1);
    if (!reader) throw new Error('a reader was made');
    const { id, candidates } = await newList(rita, { readers: [reader], templates: [hello, second] });
    const status = await lastStatus();
    await launch(id, { after_launch_status_id: status });
    here.clock.advance(11_000);
    await until(async () => expect(await mail.count(reader.email)).toBe(1));
    expect(await statusOf(candidates[0])).toBe(status);
    const refused = await undo(id);
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringMatching(/no longer be undone/)]);
    expect((await listOf(id)).undo_until).toBeNull();
  });

  it('[MAIL-037] [MAIL-039] ends when the mailing is stopped, without a status change', async () => {
    const [reader] = await addReaders(here, company, 1);
    if (!reader) throw new Error('a reader was made');
    const { id, candidates } = await newList(rita, { readers: [reader], templates: [hello] });
    const status = await statusOf(candidates[0]);
    await launch(id, { after_launch_status_id: await lastStatus() });
    expect(await good(rita.caller.post(path(id, 'stop/')))).toMatchObject({ status: 'stopped', undo_until: null });
    expect((await undo(id)).status).toBe(409);
    here.clock.advance(60_000);
    await settled();
    expect([await mail.count(reader.email), await statusOf(candidates[0])]).toEqual([0, status]);
  });

  it('[MAIL-037] [SEQ-031] removes only people added to a running mailing, and an earlier launch stays', async () => {
    const [first, later] = await addReaders(here, company, 2);
    if (!first || !later) throw new Error('two readers were made');
    const { id, folder, candidates } = await newList(rita, { readers: [first], templates: [hello, second] });
    const status = await lastStatus();
    await launch(id, { after_launch_status_id: status });
    const added = await good(rita.caller.post('/api/v6/candidates/', { folder_id: folder, profiles: [later.profile] }));
    const ids = added.candidates.map((one: { id: number }) => one.id);
    await good(rita.caller.put('/api/v6/mailing_recipients/', { mailing_list_id: id, candidate_ids: ids }));
    expect((await launch(id, { after_launch_status_id: status })).launched).toBe(1);
    expect(await good(undo(id))).toMatchObject({ status: 'sending' });
    here.clock.advance(60_000);
    await until(async () => expect(await mail.count(first.email)).toBe(1));
    await settled();
    expect(await mail.count(later.email)).toBe(0);
    expect([await statusOf(candidates[0]), (await statusOf(ids[0])) === status]).toEqual([status, false]);
  });

  it('[SEND-012] starts at its date if that is before the end of the time to undo', async () => {
    const [reader] = await addReaders(here, company, 1);
    if (!reader) throw new Error('a reader was made');
    const { id } = await newList(rita, { readers: [reader], templates: [hello, second] });
    const at = new Date(here.clock.now().getTime() + 4000).toISOString();
    const { undo_until: end, first_message_at: leaves } = await launch(id, { send_delay_info: { type: 'planned', launch_at: at } });
    expect(leaves).toBe(end);
    here.clock.advance(5000);
    await settled();
    expect([await plannedIn(id), (await listOf(id)).status]).toEqual([0, 'pending']);
    expect(await good(undo(id))).toMatchObject({ status: 'draft', launch_at: null });
  });

  it('[REQ-040] is available to users who may change the mailing', async () => {
    const otto = await newRecruiter(here, mail, { company: await here.addCompany() });
    const { id } = await newList(rita, { readers: await addReaders(here, company, 1), templates: [hello] });
    await launch(id);
    expect((await otto.caller.post(path(id, 'undo_launch/'))).status).toBe(404);
    await good(undo(id));
    expect((await rita.caller.post(path(id, 'launch/'), { undo_seconds: 61 })).body).toHaveProperty('undo_seconds');
  });
});
