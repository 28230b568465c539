import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { maySeeMailing, maySeeMessage } from '@headwater/domain/outreach/mailings';
import type { Role } from '@headwater/domain/roles';
import { mayRead, maySee, type VacancyPeople } from '@headwater/domain/vacancies/access';
import { commentReadBy, vacancyOpenTo, vacancySeenBy } from '#modules/vacancies/public.ts';
import { type TestUser, useSharedInstallation } from '../../../../test/installation.ts';
import { addProfiles } from '../../../../test/vacancy-fixtures.ts';
import { mailingOpenTo, messageSeenBy } from './store/visibility.ts';

const here = useSharedInstallation();
const roles: Role[] = ['worker', 'worker', 'admin', 'admin_without_search', 'hm', 'hm'];
const access = ['public', 'private'] as const;

/** A fixed seed, so that failures repeat. */
let seed = 7;
const random = (below: number) => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % below;
};
const oneOf = <T>(values: readonly T[]): T => values[random(values.length)] as T;

interface Vacancy extends VacancyPeople {
  id: number;
  isDeleted: boolean;
}
interface Mailing {
  id: number;
  accessType: 'public' | 'private';
  createdBy: number;
  vacancy: Vacancy | null;
}

let company: number;
let users: TestUser[];
const vacancies: Vacancy[] = [];
const comments: { id: number; createdBy: number; vacancy: Vacancy | null }[] = [];
const mailings: Mailing[] = [];
const messages: { id: number; createdBy: number; mailing: Mailing }[] = [];

const insert = async (text: string, values: unknown[]): Promise<number> =>
  Number((await here.sql<{ id: number }>(`${text} returning id`, values))[0]?.id);
const someone = () => oneOf(users).id;

async function addVacancy(number: number): Promise<Vacancy> {
  const made = { accessType: oneOf(access), createdBy: someone(), isDeleted: random(4) === 0 };
  const assignees = users.filter(({ role }) => role !== 'hm' && random(3) === 0).map(({ id }) => id);
  const granted = users.filter(({ role }) => role === 'hm' && random(2) === 0).map(({ id }) => id);
  const id = await insert('insert into vacancies (company_id, created_by, name, access_type, deleted_at) values ($1, $2, $3, $4, $5)', [
    company,
    made.createdBy,
    `Vacancy ${number}`,
    made.accessType,
    made.isDeleted ? new Date(0) : null,
  ]);
  for (const [kind, ids] of Object.entries({ assignee: assignees, granted }))
    for (const user of ids)
      await here.sql('insert into vacancy_members (company_id, vacancy_id, user_id, kind) values ($1, $2, $3, $4)', [
        company,
        id,
        user,
        kind,
      ]);
  return { id, ...made, assignees, granted };
}

async function addComment(profile: number, status: number): Promise<void> {
  const vacancy = random(4) === 0 ? null : oneOf(vacancies);
  const createdBy = someone();
  const candidate =
    vacancy &&
    (await insert(
      'insert into candidates (company_id, vacancy_id, profile_id, status_id, created_by, deleted_at) values ($1, $2, $3, $4, $5, now())',
      [company, vacancy.id, profile, status, createdBy],
    ));
  const id = await insert('insert into comments (company_id, profile_id, candidate_id, text, created_by) values ($1, $2, $3, $4, $5)', [
    company,
    profile,
    candidate,
    'A remark',
    createdBy,
  ]);
  comments.push({ id, createdBy, vacancy });
}

async function addMessage(profile: number, number: number): Promise<void> {
  const mailing = { accessType: oneOf(access), createdBy: someone(), vacancy: random(3) === 0 ? null : oneOf(vacancies) };
  const mailingId = await insert(
    `insert into mailings (company_id, created_by, type, access_type, folder_id) values ($1, $2, 'mass', $3, $4)`,
    [company, mailing.createdBy, mailing.accessType, mailing.vacancy?.id ?? null],
  );
  mailings.push({ id: mailingId, ...mailing });
  const recipient = await insert(
    'insert into mailing_recipients (company_id, mailing_id, profile_id, email, email_key) values ($1, $2, $3, $4, $4)',
    [company, mailingId, profile, `person${number}@mail.test`],
  );
  const createdBy = someone();
  const id = await insert(
    `insert into messages (company_id, recipient_id, created_by, message_id, subject, html, body_text, send_at) values ($1, $2, $3, $4, '', '', '', now())`,
    [company, recipient, createdBy, `<visibility-${number}@mail.test>`],
  );
  messages.push({ id, createdBy, mailing: { id: mailingId, ...mailing } });
}

beforeAll(async () => {
  company = await here.addCompany();
  users = await Promise.all(roles.map((role) => here.addUser(company, role, { canSearch: role !== 'hm' })));
  const status = await insert(`insert into candidate_statuses (company_id, name, position, color) values ($1, 'New', 1, 1)`, [company]);
  const profiles = await addProfiles(here, 120);
  for (let number = 0; number < 40; number += 1) vacancies.push(await addVacancy(number));
  for (const [number, profile] of profiles.entries()) {
    await addComment(profile, status);
    await addMessage(profile, number);
  }
});

/** Ids that an SQL condition returns for a reader. */
async function idsOf(statement: ReturnType<typeof sql<{ id: number }>>): Promise<number[]> {
  const { rows } = await here.application.database.readInCompany(company, (tx) => statement.execute(tx));
  return rows.map(({ id }) => Number(id)).toSorted((one, other) => one - other);
}
const expected = <T extends { id: number }>(rows: readonly T[], isSeen: (row: T) => boolean) => rows.filter(isSeen).map(({ id }) => id);
const readers = () => users.map((user) => ({ userId: user.id, role: user.role }));

describe('SQL conditions equal the domain rules for every role', () => {
  it('[ROLE-006] [ROLE-056] of vacancies', async () => {
    for (const reader of readers()) {
      expect(await idsOf(sql`select v.id from vacancies v where ${vacancyOpenTo('v', reader)}`)).toEqual(
        expected(vacancies, (vacancy) => maySee(reader, vacancy)),
      );
      expect(await idsOf(sql`select v.id from vacancies v where ${vacancySeenBy('v', reader)}`)).toEqual(
        expected(vacancies, (vacancy) => !vacancy.isDeleted && maySee(reader, vacancy)),
      );
    }
  });

  it('[ROLE-051] of comments', async () => {
    for (const reader of readers())
      expect(await idsOf(sql`select c.id from comments c where ${commentReadBy('c', reader)}`)).toEqual(
        expected(comments, (comment) => mayRead(reader, comment)),
      );
  });

  it('[ROLE-057] [ROLE-059] of mailings and messages', async () => {
    for (const reader of readers()) {
      expect(await idsOf(sql`select g.id from mailings g where ${mailingOpenTo('g', reader)}`)).toEqual(
        expected(mailings, (mailing) => maySeeMailing(reader, mailing)),
      );
      const seen = sql<{ id: number }>`select m.id from messages m join mailing_recipients r on r.id = m.recipient_id
        join mailings g on g.id = r.mailing_id where ${messageSeenBy({ message: 'm', mailing: 'g' }, reader)}`;
      expect(await idsOf(seen)).toEqual(
        expected(messages, ({ createdBy, mailing }) => maySeeMessage(reader, { createdBy, mailing, vacancy: mailing.vacancy })),
      );
    }
  });
});
