import { expect, it } from 'vitest';
import { sampleOf } from '@headwater/domain/testing/sample';
import { useInstallation } from '../../../test/installation.ts';
import { good } from '../../../test/mailing-fixtures.ts';
import { addProfiles, fillVacancy } from '../../../test/vacancy-fixtures.ts';
import { until } from '../../../test/settled.ts';

const here = useInstallation();

const withoutLicense = [`paid_till = now() - interval '1 day'`, `paid_from = now() + interval '1 day'`, 'is_active = false'];

it.each(sampleOf(withoutLicense, 1, 'bulk work'))(
  '[COMP-018] [COMP-019] pauses bulk work of a company without a license, runs that of others, and resumes with a license: %s',
  { timeout: 40_000 },
  async (columns) => {
    const begin = async () => {
      const company = await here.addCompany();
      const who = await here.signIn(await here.addUser(company, 'worker'));
      const { id } = await fillVacancy(here, who, { profiles: 1 });
      const { job_id: job } = await good(who.post('/api/v6/candidates/', { folder_id: id, profiles: await addProfiles(here, 201) }));
      return { company, job: job as number };
    };
    const [ended, other] = [await begin(), await begin()];
    const stateOf = async ({ job }: { job: number }) =>
      (await here.sql<{ status: string; done: number }>('select status, done from jobs where id = $1', [job]))[0];
    await here.sql(`update companies set ${columns} where id = $1`, [ended.company]);
    const worker = await here.application.startWorker();
    await until(async () => expect(await stateOf(other)).toMatchObject({ status: 'done' }));
    await until(async () => expect(await stateOf(ended)).toMatchObject({ status: 'running', done: 0 }));
    await here.sql('update companies set is_active = true, paid_from = null, paid_till = null where id = $1', [ended.company]);
    // The worker resumes a paused job after some minutes.
    await here.sql(`update jobs set heartbeat_at = null, created_at = created_at - interval '5 minutes' where id = $1`, [ended.job]);
    await until(async () => expect(await stateOf(ended)).toMatchObject({ status: 'done', done: 201 }));
    await worker.stop();
  },
);
