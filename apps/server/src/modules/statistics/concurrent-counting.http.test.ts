import { Client } from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, useInstallation } from '../../../test/installation.ts';
import { poll } from '../../../test/settled.ts';
import { fillVacancy } from '../../../test/vacancy-fixtures.ts';

const here = useInstallation();

let company: number;
let caller: Caller;
let interview: number;

const waiting = () => here.sql('select from pg_locks where not granted');

/** A transaction beside those of the application. */
async function whileOpen<Result>(work: (query: Client['query']) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: here.databaseUrl });
  await client.connect();
  try {
    await client.query('begin');
    return await work(client.query.bind(client) as Client['query']);
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  company = await here.addCompany();
  caller = await here.signIn(await here.addUser(company, 'admin'));
  const { body } = await caller.get('/api/v6/status_collection/statuses/');
  interview = body.statuses.find(({ name }: { name: string }) => name === 'Interview').id;
});

/** A candidate that fill_statistics has not reached. */
async function addUncounted(hasHistory: boolean): Promise<number> {
  const { candidates } = await fillVacancy(here, caller, { profiles: 1 });
  const [id = 0] = candidates;
  await here.sql('delete from statistics_candidacies where candidate_id = $1', [id]);
  await here.sql('delete from statistics_pipeline_facts where candidate_id = $1', [id]);
  if (!hasHistory) await here.sql('delete from candidate_history where candidate_id = $1', [id]);
  return id;
}

const fill = 'select headwater_fill_candidacy(c, null) from candidates c where id = $1';
const factsOf = (id: number) =>
  here.sql('select kind, from_status, to_status from statistics_pipeline_facts where candidate_id = $1 order by at, kind', [id]);

describe.each([true, false])('a candidate of an earlier release (with a history: %s)', (hasHistory) => {
  it('[STC-037] is moved by a user while the periodic task counts it', async () => {
    const id = await addUncounted(hasHistory);
    const { status } = await whileOpen(async (query) => {
      await query(fill, [id]);
      const moving = caller.patch(`/api/v6/candidates/${id}/`, { status: interview });
      await poll(waiting).toHaveLength(1);
      await query('commit');
      return moving;
    });
    expect(status).toBe(200);
    expect(await factsOf(id)).toEqual([
      { kind: 'added', from_status: null, to_status: 'New' },
      { kind: 'move', from_status: 'New', to_status: 'Interview' },
    ]);
  });

  it('[STC-037] is counted by the periodic task while a user moves it', async () => {
    const id = await addUncounted(hasHistory);
    await whileOpen(async (query) => {
      await query(`update candidates set status_id = $2 where id = $1`, [id, interview]);
      await query(
        `insert into candidate_history (company_id, candidate_id, user_id, action, from_status_id, to_status_id, to_vacancy_id, at)
         select company_id, id, created_by, 'status', (select id from candidate_statuses s where s.company_id = c.company_id and s.name = 'New'), status_id, vacancy_id,
           $2 from candidates c where id = $1`,
        [id, here.clock.now()],
      );
      const before = await query(
        'select kind, from_status, to_status from statistics_pipeline_facts where candidate_id = $1 order by at, kind',
        [id],
      );
      const filling = here.sql(fill, [id]);
      await poll(waiting).toHaveLength(1);
      await query('commit');
      await filling;
      expect(await factsOf(id)).toEqual(before.rows);
      // The task may have chosen the candidate before the commit of the user.
      await here.sql(fill, [id]);
      expect(await factsOf(id)).toEqual(before.rows);
    });
  });
});

const addFact = (table: string, columns: string, values: string) =>
  `insert into ${table} (company_id, at, happened_at, kind, source_id, ${columns}) values ($1, $2, $2, ${values})`;

async function runTask(): Promise<void> {
  const worker = await here.application.startWorker();
  await here.sql(`select graphile_worker.add_job('add_statistics_months')`);
  await worker.idle();
  await worker.stop();
}

describe('the months of statistics', () => {
  const message = addFact('statistics_message_facts', 'mailing_id, step', `'sent', 1, 1, 0`);
  const move = addFact('statistics_pipeline_facts', 'candidate_id', `'move', 1, 1`);

  it('[STC-037] are added while a user writes facts of a message and of a candidate', async () => {
    const old = [company, new Date('2019-05-05T00:00:00Z')];
    await here.sql(message, old);
    await here.sql(move, old);
    await whileOpen(async (query) => {
      await query(message, [company, new Date('2019-06-05T00:00:00Z')]);
      const adding = runTask();
      await poll(waiting).toHaveLength(1);
      await query(move, [company, new Date('2019-06-05T00:00:00Z')]);
      await query('commit');
      await adding;
    });
    await runTask();
    for (const rest of ['statistics_message_facts_rest', 'statistics_pipeline_facts_rest', 'statistics_search_facts_rest'])
      expect(await here.sql(`select from ${rest}`)).toEqual([]);
    expect(await here.sql('select deadlocks::int from pg_stat_database where datname = current_database()')).toEqual([{ deadlocks: 0 }]);
  });

  it('[STC-037] lock nothing if none is missing', { timeout: 30_000 }, async () => {
    await runTask();
    await whileOpen(async (query) => {
      await query(message, [company, here.clock.now()]);
      let isDone = false;
      const add = async () => {
        await runTask();
        isDone = true;
      };
      const adding = add();
      await poll(async () => isDone || (await waiting()).length > 0).toBe(true);
      expect(isDone).toBe(true);
      await query('commit');
      await adding;
    });
  });
});
