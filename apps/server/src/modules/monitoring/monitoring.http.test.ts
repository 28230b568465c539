import { describe, expect, it } from 'vitest';
import { useInstallation } from '../../../test/installation.ts';
import { createReleaseDatabase } from '../../../test/releases/database.ts';

const token = 'monitoring-token-1';
const authorization = `Bearer ${token}`;

const here = useInstallation({ HEADWATER_METRICS_TOKEN: token }, undefined, createReleaseDatabase);

/** Product series: name with labels -> value. */
const seriesOf = (text: string): Map<string, number> =>
  new Map(
    [...text.matchAll(/^headwater_(\w+(?:\{.*\})?) (\S+)$/gm)]
      .filter(([, name = '']) => !name.startsWith('http_'))
      .map(([, name = '', value]) => [name, Number(value)]),
  );

async function read(app = here.app): Promise<Map<string, number>> {
  const answer = await app.inject({ url: '/metrics', headers: { authorization } });
  expect(answer.statusCode).toBe(200);
  return seriesOf(answer.body);
}

/** Moves the clock past the lifetime of the cached metrics. */
const later = () => here.clock.set(new Date(here.clock.now().getTime() + 11_000));

describe('metrics', () => {
  it('counts messages, mailboxes, jobs and tasks of all companies by state', async () => {
    await here.sql(`update mailboxes set state = 'broken' where id = (select min(id) from mailboxes)`);
    const [user] = await here.sql<{ id: number; company_id: number }>('select id, company_id from users order by id limit 1');
    await here.sql(
      `insert into jobs (company_id, created_by, kind, status, created_at) values ($1, $2, 'x', 'queued', $3), ($1, $2, 'x', 'done', $3)`,
      [user?.company_id, user?.id, new Date(here.clock.now().getTime() - 90_000)],
    );
    await here.sql(`select graphile_worker.add_job('nobody_runs_this', '{}')`);
    await here.sql(
      `update messages set state = 'unknown' where id = (select max(id) from messages where state = 'sent' and channel = 'email')`,
    );
    await here.sql(
      `update messages set sent_at = $1 where id = (select min(id) from messages where state = 'sent' and mailbox_id is not null)`,
      [here.clock.now()],
    );
    later();
    const series = await read();
    const counted = await here.sql<{ series: string; count: number }>(`
      select format('messages{channel="%s",state="%s"}', channel, state) as series, count(*)::int from (
        select channel, case state when 'planned' then 'waiting' when 'error' then 'failed' when 'unknown' then 'unknown' else 'sending' end as state
        from messages where state not in ('sent', 'received')) as m group by 1
      union all select format('mailboxes{state="%s"}', state), count(*)::int from mailboxes group by 1
      union all select format('jobs{state="%s"}', status), count(*)::int from jobs where status in ('queued', 'running', 'undoing') group by 1
      union all select 'messages_sent_last_hour{channel="email"}', 1`);
    for (const { series: name, count } of counted) expect([name, series.get(name)]).toEqual([name, count]);
    expect(series.get('mailboxes{state="broken"}')).toBe(1);
    expect(series.get('messages{channel="email",state="unknown"}')).toBe(1);
    expect(series.get('oldest_job_seconds')).toBeGreaterThanOrEqual(90);
    expect(series.get('tasks{state="waiting"}')).toBeGreaterThan(0);
  });

  it('shows release, database, disk, connections and, after loading, the search index', async () => {
    const before = await read();
    expect([...before.keys()].filter((name) => name.startsWith('search_'))).toEqual([]);
    await here.application.search.start();
    later();
    const series = await read();
    expect([...series.keys()].find((name) => name.startsWith('info{version="'))).toMatch(/version="\d+\.\d+\.\d+"/);
    for (const name of ['database_bytes', 'disk_bytes', 'disk_free_bytes', 'search_documents', 'search_bytes'])
      expect([name, (series.get(name) ?? 0) > 0]).toEqual([name, true]);
    expect([...series.keys()].filter((name) => name.startsWith('database_connections{'))).toHaveLength(3);
    expect(series.get('search_lag_seconds')).toBeLessThan(60);
  });

  it('has a fixed number of series and contains no names or addresses', async () => {
    later();
    const names = [...(await read()).keys()];
    await here.addCompany({ name: 'Another company' });
    later();
    expect([...(await read()).keys()]).toEqual(names);
    expect(names.length).toBeLessThan(60);
    for (const name of names) expect(name).toMatch(/^[a-z_]+(?:\{(?:(?:channel|state)="[a-z_]+"(?:,|\}))+|\{version="[\d.]+"\})?$/);
  });
});

describe('a worker without the HTTP side', () => {
  it('serves health checks, and metrics to authorized readers', async () => {
    const app = here.application.createHealth();
    expect((await app.inject('/healthz')).json()).toEqual({ status: 'ok' });
    expect((await app.inject('/readyz')).json()).toEqual({ status: 'ready', database: 'ok', disk: 'ok' });
    expect((await app.inject('/metrics')).statusCode).toBe(404);
    expect((await read(app)).get('info{version="0.1.0"}')).toBe(1);
    await app.close();
  });
});

describe('a full disk', () => {
  const full = useInstallation({ HEADWATER_MIN_DISK: '1000000000' });

  it('[REQ-045] makes the installation not ready and states the reason', async () => {
    const answer = await full.app.inject('/readyz');
    expect([answer.statusCode, answer.json()]).toEqual([
      503,
      {
        status: 'not ready',
        database: 'ok',
        disk: 'full',
        reasons: { disk: 'The disk with the data folder has less than 1000000000 MB of free space (HEADWATER_MIN_DISK).' },
      },
    ]);
  });
});
