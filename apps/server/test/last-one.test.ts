import { beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Caller, password, useInstallation } from './installation.ts';
import { addProfiles } from './vacancy-fixtures.ts';

const here = useInstallation({ HEADWATER_SMTP_URL: 'smtp://127.0.0.1:9', HEADWATER_REQUESTS_PER_MINUTE: '1000000' });
const many = 100;

const granted = (answers: readonly Answer[]) => answers.filter(({ status }) => status === 200).length;
/** Counts refusals; other errors do not count. */
const refused = (answers: readonly Answer[]) => answers.filter(({ status }) => status >= 400 && status < 500).length;

/** A company with these columns and two people with search. */
async function companyWith(columns: string) {
  const company = await here.addCompany();
  await here.sql(`update companies set ${columns} where id = $1`, [company]);
  const signIn = async () => here.signIn(await here.addUser(company, 'worker'));
  return { company, people: await Promise.all([signIn(), signIn()]) };
}

/** A busy machine may answer 503, because no connection was free for ten seconds. */
async function untilAnswered(send: () => Promise<Answer>): Promise<Answer> {
  const answer = await send();
  return answer.status === 503 ? untilAnswered(send) : answer;
}

/** One concurrent request per profile, alternating between two people. */
const byBoth = (people: readonly [Caller, Caller], ids: readonly number[], pathOf: (id: number) => string) =>
  Promise.all(ids.map((id, at) => untilAnswered(() => people[at % 2 === 0 ? 0 : 1].get(pathOf(id)))));

describe(`${many} concurrent requests: exactly one gets the last`, () => {
  let ids: number[];
  beforeAll(async () => {
    ids = await addProfiles(here, many, { input: { contacts: [{ type: 'email', value: 'last@example.test' }] } });
  });

  it('[RSLT-023] profile of the day', async () => {
    const { people } = await companyWith('profiles_per_day = 1');
    const answers = await byBoth(people, ids, (id) => `/api/internal/profiles/${id}/`);
    expect([granted(answers), refused(answers)]).toEqual([1, many - 1]);
  });

  it.each(['contacts_per_month = 1, contacts_per_month_user = null', 'contacts_per_month = 1, contacts_per_month_user = 1'])(
    '[CONT-009] contact of the month: %s',
    async (columns) => {
      const { company, people } = await companyWith(columns);
      const answers = await byBoth(people, ids, (id) => `/api/v6/profiles/${id}/get-contacts/`);
      expect([granted(answers), refused(answers)]).toEqual([1, many - 1]);
      expect(await here.sql('select from contact_openings where company_id = $1', [company])).toHaveLength(1);
      expect(await here.sql(`select from notices where company_id = $1 and kind = 'limit'`, [company])).toHaveLength(1);
    },
  );

  it('[EMP-069] [ROLE-018] seat of a recruiter with search, by any route', async () => {
    const [company, other] = [await here.addCompany(), await here.addCompany()];
    const staff = await here.signIn(await here.addUser(other, 'super_user'));
    const admin = await here.signIn(await here.addUser(company, 'admin'));
    await here.sql('update companies set max_workers_with_search = 1 where id = $1', [company]);
    const each = many / 5;
    const hired = (companyId: number, role: 'worker' | 'admin', more: { canSearch?: boolean } = {}) =>
      Promise.all(Array.from({ length: each }, () => here.addUser(companyId, role, more)));
    const [off, without, admins, elsewhere] = [
      await hired(company, 'worker'),
      await hired(company, 'worker', { canSearch: false }),
      await hired(company, 'admin'),
      await hired(other, 'worker'),
    ];
    await here.sql('update users set is_active = false where id = any($1)', [off.map(({ id }) => id)]);
    const requests = [
      ...off.map(
        ({ id }) =>
          () =>
            admin.patch(`/api/v6/workers/${id}/`, { is_active: true }),
      ),
      ...without.map(
        ({ id }) =>
          () =>
            staff.patch(`/api/v6/workers/${id}/`, { can_search: true }),
      ),
      ...admins.map(
        ({ id }) =>
          () =>
            admin.patch(`/api/v6/admins/${id}/switch/`),
      ),
      ...elsewhere.map(
        ({ id }) =>
          () =>
            staff.post(`/api/v6/workers/${id}/move/`, { company_id: company }),
      ),
      ...off.map(
        ({ email }, at) =>
          () =>
            at % 2 === 0
              ? admin.post('/api/v6/invitations/', { email: `invited-${email}`, role: 'worker' })
              : admin.post('/api/v6/workers/', { email: `made-${email}`, password, can_search: true }),
      ),
    ];
    const answers = await Promise.all(requests.map(untilAnswered));
    expect([granted(answers), refused(answers)]).toEqual([1, many - 1]);
    const seated = `select from users where company_id = $1 and role = 'worker' and is_active and can_search`;
    expect(await here.sql(seated, [company])).toHaveLength(1);
  });
});
