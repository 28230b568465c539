import { expect, it } from 'vitest';
import { useInstallation } from '../../../../test/installation.ts';
import { addReaders, good } from '../../../../test/mailing-fixtures.ts';
import { createLog } from '../../../platform/log.ts';
import { findActor } from '../../accounts/public.ts';
import { claim, handOver } from '../messages/store/transitions/claim.ts';
import { acceptMessages } from './outcomes.ts';
import { planDue } from './planner/planner.ts';

const here = useInstallation();
const minute = 60_000;
const workerId = 'worker';

it('[SEQ-007] [DEC-10] after its messages changed places, the first one leaves from a mailbox that is not read, and the follow-up waits', async () => {
  const company = await here.addCompany();
  await here.sql('insert into sending_limits (company_id, per_day, per_domain_per_hour) values ($1, null, null)', [company]);
  const user = await here.addUser(company, 'worker');
  const caller = await here.signIn(user);
  const [mailbox] = await here.sql<{ id: number }>(
    `insert into mailboxes (company_id, user_id, provider, address, settings, secret, daily_limit, gap_seconds, files_sent, read_at)
     values ($1, $2, 'smtp_imap', 'unread@company.test', '{"smtp": {"host": "localhost"}, "imap": {"host": "localhost"}}', '', null, 0, false, $3)
     returning id`,
    [company, user.id, here.clock.now()],
  );
  const readers = await addReaders(here, company, 2);
  const templates = [
    { subject: 'Later', body: '<p>Later</p>' },
    { subject: 'First', body: '<p>First</p>', send_delay: 3600 },
  ];
  const { id, templates: made } = await good(caller.post('/api/v6/sequences/', { name: 'Turned round', templates }));
  const turned = [
    { ...templates[1], id: made[1].id, send_delay: 0 },
    { ...templates[0], id: made[0].id, send_delay: 3600 },
  ];
  await good(caller.patch(`/api/v6/sequences/${id}/`, { templates: turned }));
  await good(caller.post(`/api/v6/sequences/${id}/add_profile/`, { profile_ids: readers.map((reader) => reader.profile) }));
  await good(caller.post(`/api/v6/mailing_lists/${id}/launch/`, {}));
  const { database } = here.application;
  const plan = () =>
    planDue({
      database,
      clock: here.clock,
      log: createLog('silent'),
      maySend: async () => true,
      suppressed: async () => new Map(),
      changeStatuses: async () => undefined,
      findActor,
    });
  const take = (mayFollowUp: boolean) => {
    const now = here.clock.now();
    const moment = { now, leaseUntil: new Date(now.getTime() + minute) };
    return database.asSystem((tx) =>
      claim(tx, { mailboxId: Number(mailbox?.id), workerId, ...moment, mayStart: true, mayStartMass: true, mayFollowUp, limit: 10 }),
    );
  };
  await plan();
  const firsts = await take(false);
  expect(firsts.map((letter) => letter.subject)).toEqual(['First', 'First']);
  const ids = firsts.map((letter) => letter.id);
  const now = here.clock.now();
  await database.asSystem((tx) => handOver(tx, { ids, workerId }, { now, leaseUntil: new Date(now.getTime() + minute) }));
  await database.asSystem((tx) => acceptMessages(tx, { ids, workerId }, now));
  here.clock.advance(61 * minute);
  await here.sql('update mailboxes set read_at = $2 where id = $1', [mailbox?.id, here.clock.now()]);
  await plan();
  await here.sql('update mailboxes set read_at = null where id = $1', [mailbox?.id]);
  const { recipients } = await good(caller.get(`/api/v6/sequences/${id}/recipients/`));
  expect(await good(caller.get(`/api/v6/mailing_recipients/${recipients[0].id}/why/`))).toMatchObject({ reason: 'unread' });
  expect(await take(false)).toEqual([]);
  expect((await take(true)).map((letter) => letter.subject)).toEqual(['Later', 'Later']);
});
