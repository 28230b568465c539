import { expect, it } from 'vitest';
import { useInstallation } from '../../../../test/installation.ts';
import { addMailbox, addUnlimitedCompany, mailboxesIn } from '../../../../test/mailbox-fixtures.ts';
import { addReaders, good, noChannels } from '../../../../test/mailing-fixtures.ts';
import { createLog } from '../../../platform/log.ts';
import { findActor } from '../../accounts/public.ts';
import { claim, handOver } from '../messages/store/transitions/claim.ts';
import { acceptMessages } from './planner/record-outcomes.ts';
import { planDue } from './planner/planner.ts';

const here = useInstallation();
const minute = 60_000;
const workerId = 'worker';

it('[SEQ-007] [DEC-10] after a reorder the first message leaves from an unread mailbox, and the follow-up waits', async () => {
  const company = await addUnlimitedCompany(here);
  const user = await here.addUser(company, 'worker');
  const caller = await here.signIn(user);
  const mailboxId = await addMailbox(here, user, { files_sent: false, read_at: here.clock.now() });
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
      channels: noChannels,
      findActor,
    });
  const take = (mayFollowUp: boolean) => {
    const now = here.clock.now();
    const moment = { now, leaseUntil: new Date(now.getTime() + minute) };
    return database.asSystem((tx) =>
      claim(tx, {
        mailboxId,
        workerId,
        ...moment,
        mayStart: true,
        mayAnswer: true,
        mayStartMass: true,
        mayFollowUp,
        ingestedSince: now,
        limit: 10,
      }),
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
  await mailboxesIn(here).update({ id: mailboxId }, { read_at: here.clock.now() });
  await plan();
  await mailboxesIn(here).update({ id: mailboxId }, { read_at: null });
  const { recipients } = await good(caller.get(`/api/v6/sequences/${id}/recipients/`));
  expect(await good(caller.get(`/api/v6/mailing_recipients/${recipients[0].id}/why/`))).toMatchObject({ reason: 'unread' });
  expect(await take(false)).toEqual([]);
  expect((await take(true)).map((letter) => letter.subject)).toEqual(['Later', 'Later']);
});
