import { Client } from 'pg';
import { rollUp } from '../apps/server/src/modules/statistics/store/roll-up.ts';
import { processorOf, processorOfTree } from './mail-load/usage.ts';
import { type BenchRow, rowsOfCase } from './row.ts';
import { openInstallation } from './search-load/installation.ts';
import { measurePeak } from './search-load/memory.ts';

/** Facts are spread over two years, 200 users, 500 vacancies and 100 templates. */
const days = 730;

interface Share {
  table: string;
  share: number;
  columns: string;
  values: string;
  kind: string;
}

const place = `1 + (n % 200), 1 + (n % 500)`;
const shares: readonly Share[] = [
  {
    table: 'statistics_search_facts',
    share: 0.4,
    columns: 'profile_id',
    values: 'n % 1000000',
    kind: `(array['view','query','opening','view','first_view'])[1 + n % 5]`,
  },
  {
    table: 'statistics_pipeline_facts',
    share: 0.2,
    columns: 'profile_id, candidate_id, from_status_id, from_status, to_status_id, to_status, seconds',
    values: `n % 1000000, n, 1 + n % 6, 'Status', 2 + n % 6, 'Status', n % 900000`,
    kind: `(array['added','move','move','move','removed'])[1 + n % 5]`,
  },
  {
    table: 'statistics_message_facts',
    share: 0.4,
    columns: 'profile_id, template_id, mailing_id, step, variant, mailbox_id',
    values: `n % 1000000, 1 + n % 100, n % 5000, n % 3, 'a', n % 200`,
    kind: `(array['sent','sent','opened','replied','bounced'])[1 + n % 5]`,
  },
];

const at = `date_trunc('minute', now()) - (n % ${days * 1440}) * interval '1 minute'`;

async function fill(owner: Client, companyId: number, total: number): Promise<void> {
  for (const { table, share, columns, values, kind } of shares) {
    const count = Math.round(total * share);
    // Months first, so that each fact is written into its partition.
    await owner.query(
      `insert into ${table} (company_id, at, happened_at, kind, source_id, user_id, vacancy_id, ${columns})
       select 0, ${at}, ${at}, ${kind}, -n, ${place}, ${values} from generate_series(0, ${days - 1}, 15) as day, lateral (select day * 1440 as n) as each`,
    );
    // One call for each table.
    for (const _ of shares) await owner.query('select headwater_add_statistics_months()');
    for (let from = 0; from < count; from += 500_000)
      await owner.query(
        `insert into ${table} (company_id, at, happened_at, kind, source_id, user_id, vacancy_id, ${columns})
         select $1, ${at}, ${at}, ${kind}, n, ${place}, ${values} from generate_series($2::bigint, $3::bigint) as n`,
        [companyId, from, Math.min(from + 500_000, count) - 1],
      );
  }
  await owner.query(`insert into statistics_candidacies (candidate_id, added_at, company_id, user_id, vacancy_id, profile_id, source, status_id, since, reached)
    select n, ${at}, ${companyId}, ${place}, n % 1000000, 'search', 1 + n % 7, ${at}, array[1, 2 + n % 6] from generate_series(1, ${Math.round(total * 0.04)}) as n`);
  await owner.query(
    `insert into statistics_names (company_id, kind, id, name, is_private)
     select $1, kind, id, kind || id, false from unnest(array['vacancy', 'template']) as kind, generate_series(1, 500) as id on conflict do nothing`,
    [companyId],
  );
  for (const { table } of shares) await owner.query(`vacuum analyze ${table}`);
}

const quantile = (values: readonly number[], share: number) =>
  values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

const clock = async (work: () => Promise<unknown>) => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

const ago = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString().slice(0, 10);

/** Addresses by name. */
function pagesOf(origin: string, { companyId, userId }: { companyId: number; userId: number }): Record<string, string> {
  const [v6, internal] = [
    `${origin}/api/v6/companies/${companyId}/statistics/`,
    `${origin}/api/internal/companies/${companyId}/statistics/`,
  ];
  const today = ago(0);
  const period = (count: number) => `date_from=${ago(count)}&date_to=${today}&zone=Europe/Berlin`;
  return {
    overview: `${v6}?${period(30)}`,
    ...Object.fromEntries(['search', 'pipeline', 'messaging'].map((section) => [`${section}, 30 days`, `${v6}${section}/?${period(30)}`])),
    ...Object.fromEntries(['search', 'pipeline', 'messaging'].map((section) => [`${section}, a year`, `${v6}${section}/?${period(365)}`])),
    'filters of the page': `${v6}filters/?section=messaging`,
    'messaging by vacancy, a year': `${v6}messaging/?table=folders&${period(365)}`,
    'messaging of a user, a year': `${v6}messaging/?users=${userId}&${period(365)}`,
    'messaging of a vacancy, 30 days': `${v6}messaging/?folders=7&${period(30)}`,
    'messaging of a user in a vacancy, a year': `${v6}messaging/?users=${userId}&folders=7&${period(365)}`,
    funnel: `${internal}breakdown/?section=pipeline&breakdown=funnel&${period(90)}`,
    'conversion by moves': `${internal}breakdown/?section=pipeline&breakdown=conversion_events&${period(90)}`,
    'time in status': `${internal}breakdown/?section=pipeline&breakdown=time_in_status&${period(90)}`,
    steps: `${internal}breakdown/?section=messaging&breakdown=steps&${period(30)}`,
    hours: `${internal}breakdown/?section=messaging&breakdown=hours&${period(30)}`,
    list: `${internal}list/?section=messaging&metric=sent&${period(7)}`,
    'export preview': `${internal}export/?section=messaging&type=csv&${period(30)}`,
  };
}

/** npm run bench -- statistics [--facts N] [--rounds N]. Times are milliseconds beside a recount in SQL without sums. */
export async function run(args: Record<string, string | number | boolean | undefined>): Promise<BenchRow[]> {
  const total = Number(args['facts'] ?? 10_000_000);
  const rounds = Number(args['rounds'] ?? 20);
  const installation = await openInstallation(100);
  const owner = new Client({ connectionString: installation.url });
  await owner.connect();
  try {
    const { origin, headers, companyId } = await installation.listen();
    const row = rowsOfCase(`${total} facts`);
    const rows: BenchRow[] = [];
    await owner.query(`update users set role = 'admin' where company_id = $1`, [companyId]);
    await fill(owner, companyId, total);
    const { database } = installation.application;
    const perDay = Math.ceil(total / days);
    rows.push(row('roll-up of a day, s', (await clock(() => database.asSystem((tx) => rollUp(tx, perDay)))) / 1000, 60));
    const { mb } = await measurePeak(async () => {
      const batch = 20_000;
      while ((await database.asSystem((tx) => rollUp(tx, batch))) === batch) {
        // Takes the next batch.
      }
    });
    rows.push(row('memory of the whole roll-up, MB', mb));
    await owner.query('vacuum analyze statistics_slots, statistics_sums, statistics_pending, statistics_candidacies');
    const { rows: users } = await owner.query<{ id: number }>('select min(id)::integer as id from users where company_id = $1', [
      companyId,
    ]);
    const pages = pagesOf(origin, { companyId, userId: users[0]?.id ?? 0 });
    const used = () => processorOf(process.pid) + processorOfTree(installation.postgresPid);
    for (const [name, address] of Object.entries(pages)) {
      const times: number[] = [];
      const before = used();
      for (let round = 0; round < rounds; round += 1)
        times.push(
          await clock(async () => {
            const answer = await fetch(address, { headers });
            const text = await answer.text();
            if (answer.status !== 200) throw new Error(`${address} answered ${answer.status}: ${text.slice(0, 300)}`);
          }),
        );
      rows.push({
        ...row(`${name}, p95 ms`, quantile(times, 0.95), 300),
        reference: `${Math.round(((used() - before) / rounds) * 1000)} ms of processor`,
      });
    }
    for (const span of [30, 365])
      rows.push(
        row(
          `recount in SQL, messaging, ${span} days, ms`,
          await clock(() =>
            owner.query(
              `select user_id, date_trunc('day', at at time zone 'Europe/Berlin'), kind, sum(n) from statistics_message_facts
               where company_id = $1 and at >= now() - $2 * interval '1 day' group by 1, 2, 3`,
              [companyId, span],
            ),
          ),
        ),
      );
    return rows;
  } finally {
    await owner.end();
    await installation.close();
  }
}
