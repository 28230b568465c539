import { describe, expect, it } from 'vitest';
import { type Caller, useInstallation } from '../../../test/installation.ts';
import { createLog } from '#platform/log.ts';
import { demoPassword } from './accounts.ts';
import { installDemo } from './public.ts';
import { demoVacancies } from './vacancies.ts';

const installation = useInstallation();
const install = (profiles: number) => {
  const { application, clock } = installation;
  return installDemo({ database: application.database, clock, log: createLog('silent'), profiles, say: () => undefined });
};

interface Vacancy {
  id: number;
  name: string;
  description: string;
}

async function as(email: string): Promise<Caller> {
  const caller = installation.visitor();
  const answer = await caller.post('/api/v6/login/', { email, password: demoPassword });
  expect(answer.status).toBe(200);
  return caller;
}

const vacanciesOf = async (caller: Caller, status = 'active'): Promise<Vacancy[]> =>
  (await caller.get(`/api/v6/folders/?status=${status}`)).body.folders;
const namesOf = async (caller: Caller, status?: string) => (await vacanciesOf(caller, status)).map(({ name }) => name).toSorted();

describe('vacancies of the demo', () => {
  const backend = 'Platform team: Backend developer (Go)';
  const frontend = 'Frontend developer (React)';
  const sales = 'Head of sales (confidential)';

  it('[ROLE-056] shows each demo user their visible vacancies', async () => {
    await install(800);
    const [recruiter, admin, hm, other] = await Promise.all([
      as('recruiter@demo.headwater.test'),
      as('admin@demo.headwater.test'),
      as('hm@demo.headwater.test'),
      as('recruiter@other.headwater.test'),
    ]);
    expect(await namesOf(recruiter)).toEqual([frontend, backend]);
    expect(await namesOf(recruiter, 'closed')).toEqual(['Product designer (B2B)']);
    expect(await namesOf(admin)).toEqual([frontend, sales, backend]);
    expect(await namesOf(hm)).toContain(backend);
    expect(await namesOf(hm)).not.toContain(sales);
    expect(await namesOf(other)).toEqual(['Java-разработчик (платежи)', 'Аналитик данных']);
  });

  it('fills them with matching people in all statuses and with a history', async () => {
    await install(800);
    const recruiter = await as('recruiter@demo.headwater.test');
    const vacancy = (await vacanciesOf(recruiter)).find(({ name }) => name === backend);
    const { body } = await recruiter.get(`/api/v6/candidates/?folder_id=${vacancy?.id}&per_page=100`);
    expect(body.candidates.length).toBeGreaterThanOrEqual(15);
    const rows = await installation.sql<{ status: string; title: string; created_at: Date; changes: number; is_late: boolean }>(
      `select s.name as status, p.data -> 'positions' -> 0 ->> 'title' as title, c.created_at,
         (select count(*)::int from candidate_history h where h.candidate_id = c.id) as changes,
         exists (select from candidate_history h where h.candidate_id = c.id and h.at > $2) as is_late
       from candidates c join candidate_statuses s on s.id = c.status_id join profiles p on p.id = c.profile_id
       where c.vacancy_id = $1`,
      [vacancy?.id, installation.clock.now()],
    );
    expect(new Set(rows.map(({ status }) => status)).size).toBeGreaterThanOrEqual(4);
    expect(rows.every(({ title }) => /back-?end|software|разработ|программист/iu.test(title))).toBe(true);
    expect(rows.some(({ changes }) => changes >= 3)).toBe(true);
    expect(rows.filter(({ is_late }) => is_late)).toEqual([]);
    const rejected = body.candidates.filter((one: { status: { name: string } }) => one.status.name === 'Rejected');
    expect(rejected.every((one: { rejection_reason: unknown }) => one.rejection_reason !== null)).toBe(true);
    expect(vacancy).toMatchObject({ location: 'Berlin or remote', salary_currency: 'EUR', headcount: 2 });
    expect(new Set(rows.map(({ created_at: at }) => at.toISOString().slice(0, 10))).size).toBeGreaterThanOrEqual(4);
  });

  it('[VAC-017] hired one person for each archived vacancy and rejected the others', async () => {
    await install(800);
    const rows = await installation.sql<{ status: string; count: number }>(
      `select s.name as status, count(*)::int as count from candidates c join candidate_statuses s on s.id = c.status_id
       join vacancies v on v.id = c.vacancy_id where v.status = 'closed' group by v.id, s.name order by v.id, s.name`,
    );
    const ofEach = [
      { status: 'Hired', count: 1 },
      { status: 'Rejected', count: expect.any(Number) },
    ];
    expect(rows).toEqual([...ofEach, ...ofEach]);
  });

  it('creates each once, completes a killed start, and does not restore a deleted one', async () => {
    await install(800);
    const count = async () => (await installation.sql<{ count: number }>('select count(*)::int as count from vacancies'))[0]?.count;
    expect(await count()).toBe(demoVacancies.length);
    await install(800);
    expect(await count()).toBe(demoVacancies.length);
    // State after a kill before the last vacancy: neither vacancy nor fact.
    const [{ id } = { id: 0 }] = await installation.sql<{ id: number }>("select id from vacancies where name = 'Аналитик данных'");
    await installation.sql('delete from candidate_history where candidate_id in (select id from candidates where vacancy_id = $1)', [id]);
    await installation.sql('delete from candidates where vacancy_id = $1', [id]);
    await installation.sql('delete from vacancy_members where vacancy_id = $1', [id]);
    await installation.sql('delete from vacancies where id = $1', [id]);
    await install(800);
    expect(await count()).toBe(demoVacancies.length - 1);
    await installation.sql("delete from installation where key = 'demo_vacancy_other_analyst'");
    await install(800);
    expect(await count()).toBe(demoVacancies.length);
  });

  it('keeps an existing vacancy of the same name', async () => {
    await install(800);
    await installation.sql("delete from installation where key = 'demo_vacancy_frontend'");
    await install(800);
    const recruiter = await as('recruiter@demo.headwater.test');
    expect(await namesOf(recruiter)).toEqual([frontend, backend]);
  });
});
