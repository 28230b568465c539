import { afterAll, beforeAll, expect, it } from 'vitest';
import { useInstallation } from '../../../test/installation.ts';
import { until } from '../../../test/settled.ts';

// No server listens on this port: messages stay in the queue, which the test reads.
const here = useInstallation({ HEADWATER_SMTP_URL: 'smtp://127.0.0.1:9' });
let worker: { stop(): Promise<void> };
beforeAll(async () => (worker = await here.application.startWorker()));
afterAll(() => worker.stop());

const demo = `update companies set access_type = 'demo', paid_till = '2030-02-03T00:00:00Z', demo_end_email_at = $2 where id = $1 returning id`;
const waiting = () => here.sql('select id from companies where demo_end_email_at is not null order by id');

it('[COMP-022] notifies administrators once of the end of a demo, at the time that staff have set', async () => {
  const [due, later] = [await here.addCompany({ name: 'Ромашка & Co' }), await here.addCompany()];
  const admin = await here.addUser(due, 'admin');
  const [others, worksThere] = [await here.addUser(later, 'admin'), await here.addUser(due, 'worker')];
  await here.sql(demo, [due, '2020-01-01T00:00:00Z']);
  await here.sql(demo, [later, '2999-01-01T00:00:00Z']);
  const tell = () => here.sql(`select graphile_worker.add_job('tell_of_demo_ends')`);
  await tell();
  await until(async () => expect(await waiting()).toEqual([{ id: later }]));
  await tell();
  await until(async () =>
    expect(
      await here.sql(`select 1 from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
        where t.identifier = 'tell_of_demo_ends'`),
    ).toEqual([]),
  );
  const mails = await here.systemEmailsTo(admin.email);
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({ kind: 'demo_end', text: expect.stringContaining('The demo of Ромашка & Co ends on February 3, 2030.') });
  expect(mails[0]?.html).toContain('Ромашка &amp; Co');
  for (const { email } of [others, worksThere]) expect(await here.systemEmailsTo(email)).toEqual([]);
});
