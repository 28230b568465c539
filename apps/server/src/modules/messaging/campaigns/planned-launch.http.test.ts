import { beforeAll, describe, expect, it } from 'vitest';
import { useInstallation } from '../../../../test/installation.ts';
import { candidatesIn } from '../../../../test/vacancy-fixtures.ts';
import { useMail } from '../../../../test/mail-fixtures.ts';
import { addReaders, good, newList, newRecruiter, type Recruiter } from '../../../../test/mailing-fixtures.ts';
import { until } from '../../../../test/settled.ts';

const here = useInstallation();
const mail = useMail(here);
const hello = { subject: 'Hello', body: '<p>Hello</p>' };
const hour = 3_600_000;

let company: number;
let rita: Recruiter;
let otto: Recruiter;
beforeAll(async () => {
  company = await here.addCompany();
  rita = await newRecruiter(here, mail, { company });
  otto = await newRecruiter(here, mail, { company: await here.addCompany() });
});

const statusesOf = async ({ caller }: Recruiter) =>
  (await good(caller.get('/api/v6/status_collection/statuses/'))).statuses.map((status: { id: number }) => status.id) as number[];
const launchLater = (id: number, after_launch_status_id: number) =>
  rita.caller.post(`/api/v6/mailing_lists/${id}/launch/`, {
    send_delay_info: { type: 'planned', launch_at: new Date(here.clock.now().getTime() + hour).toISOString() },
    after_launch_status_id,
  });

describe('a scheduled launch', () => {
  it('[SEND-012] [REQ-040] rejects dates outside the supported range', async () => {
    const { id } = await newList(rita, { readers: await addReaders(here, company, 1), templates: [hello] });
    for (const launch_at of ['9999-12-31T23:59:59Z', '3000-01-01T00:00:00Z']) {
      const answer = await rita.caller.post(`/api/v6/mailing_lists/${id}/launch/`, { send_delay_info: { type: 'planned', launch_at } });
      expect([answer.status, Object.keys(answer.body)]).toEqual([400, ['send_delay_info.launch_at']]);
      expect((await rita.caller.get(`/api/v6/mailing_lists/${id}/launch_info/?type=planned&launch_at=${launch_at}`)).status).toBe(400);
    }
    await good(rita.caller.get(`/api/v6/mailing_lists/${id}/launch_info/?type=planned&launch_at=2999-12-31T23:59:59Z`));
  });

  it('[SEQ-018] [REQ-040] rejects statuses of another company and unknown ones', async () => {
    const readers = await addReaders(here, company, 1);
    const { id } = await newList(rita, { readers, templates: [hello] });
    const foreign = (await statusesOf(otto))[2] ?? 0;
    for (const wrong of [foreign, 987_654_321]) {
      const answer = await launchLater(id, wrong);
      expect([answer.status, Object.keys(answer.body)]).toEqual([400, ['after_launch_status_id']]);
    }
  });

  it('[SEND-012] [SEQ-018] starts on time although its candidates cannot get the status, and does not delay others', async () => {
    const [lost, gone, kept] = await addReaders(here, company, 3);
    if (!lost || !gone || !kept) throw new Error('three people were made');
    const statuses = await statusesOf(rita);
    const status = statuses.at(-1) ?? 0;
    const later = await Promise.all([lost, gone, kept].map(async (reader) => newList(rita, { readers: [reader], templates: [hello] })));
    const [ofLost, ofGone, ofKept] = later as [(typeof later)[0], (typeof later)[0], (typeof later)[0]];
    for (const { id } of later) await good(launchLater(id, status));
    // One candidate left the vacancy, and the other's vacancy was hidden from the sender.
    await good(rita.caller.delete('/api/v6/candidates/', { ids: ofGone.candidates }));
    const owner = await here.addUser(company, 'worker');
    await here.sql('delete from vacancy_members where vacancy_id = $1', [ofLost.folder]);
    await here.sql(`update vacancies set access_type = 'private', created_by = $2 where id = $1`, [ofLost.folder, owner.id]);

    here.clock.advance(hour + 1000);

    await until(async () => expect(await mail.count(kept.email)).toBe(1));
    const shown = (await good(rita.caller.get(`/api/v6/folders/${ofKept.folder}/candidates/`))).candidates;
    expect(shown).toMatchObject([{ status: { id: status } }]);
    await until(async () => expect(await mail.count(lost.email)).toBe(1));
    expect(await mail.count(gone.email)).toBe(0);
    expect((await candidatesIn(here).one({ id: ofLost.candidates[0] ?? 0 })).status_id).toBe(statuses[0]);
  });
});

describe('an immediate launch', () => {
  it('[SEQ-018] [SEQ-031] changes the status of visible candidates and does not fail for the others', async () => {
    const [kept, gone, hidden] = await addReaders(here, company, 3);
    if (!kept || !gone || !hidden) throw new Error('three people were made');
    const statuses = await statusesOf(rita);
    const status = statuses.at(-1) ?? 0;
    const open = await newList(rita, { readers: [kept, gone], templates: [hello] });
    const secret = await newList(rita, { readers: [hidden], templates: [hello] });
    await good(rita.caller.patch(`/api/v6/folders/${secret.folder}/`, { access_type: 'private' }));
    const sequence = { name: 'Everybody', templates: [hello], after_launch_status_id: status };
    const { id } = await good(rita.caller.post('/api/v6/sequences/', sequence));
    const candidates = [...open.candidates, ...secret.candidates];
    await good(rita.caller.post(`/api/v6/sequences/${id}/add_profile/`, { candidate_ids: candidates }));
    const left = await candidatesIn(here).find({ profile_id: gone.profile });
    await good(rita.caller.delete('/api/v6/candidates/', { ids: left.map((row) => row.id) }));

    const colleague = await newRecruiter(here, mail, { company });
    const { recipients } = await good(colleague.caller.get(`/api/v6/sequences/${id}/recipients/`));
    const ofHidden = recipients.find((one: { profile: { id: number } }) => one.profile.id === hidden.profile);
    expect(ofHidden.candidate_id).toBeNull();
    const { statuses: known } = await good(colleague.caller.get(`/api/v6/mailing_statuses/?profile_id=${hidden.profile}`));
    expect(known).toMatchObject([{ candidate_id: null, mailing_list: { id } }]);
    expect((await good(colleague.caller.post(`/api/v6/mailing_lists/${id}/launch/`, {}))).launched).toBe(3);

    const given = await candidatesIn(here).find({ status_id: status, profile_id: [kept.profile, gone.profile, hidden.profile] });
    expect(given.map((row) => row.profile_id)).toEqual([kept.profile]);
    await until(async () => expect(await mail.count(kept.email)).toBe(1));
  });
});
