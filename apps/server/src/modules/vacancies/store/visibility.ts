import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { type Actor, isHiringManagerLike } from '@headwater/domain/roles';

/** Fragments instead of database functions, so that the planner can optimize them. */
export type Reader = Pick<Actor, 'userId' | 'role'>;

const memberOf = (vacancy: string, userId: number, kind?: 'granted') => sql`exists (select from vacancy_members
  where vacancy_members.vacancy_id = ${sql.ref(`${vacancy}.id`)} and vacancy_members.user_id = ${userId}
  ${kind ? sql`and vacancy_members.kind = ${kind}` : sql``})`;

/** `maySee` of the domain (ROLE-056), also for deleted vacancies. */
export const vacancyOpenTo = (vacancy: string, reader: Reader): RawBuilder<SqlBool> =>
  isHiringManagerLike(reader)
    ? sql<SqlBool>`${memberOf(vacancy, reader.userId, 'granted')}`
    : sql<SqlBool>`(${sql.ref(`${vacancy}.access_type`)} = 'public' or ${sql.ref(`${vacancy}.created_by`)} = ${reader.userId}
        or ${memberOf(vacancy, reader.userId)})`;

/** Excludes deleted vacancies, for lists and searches. */
export const vacancySeenBy = (vacancy: string, reader: Reader): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.ref(`${vacancy}.deleted_at`)} is null and ${vacancyOpenTo(vacancy, reader)})`;

/** `mayRead` of the domain. Hiring managers read only comments in their vacancies (ROLE-051). */
export const commentReadBy = (comment: string, reader: Reader): RawBuilder<SqlBool> => {
  const candidate = sql.ref(`${comment}.candidate_id`);
  const inVacancy = (condition: RawBuilder<SqlBool>) => sql`exists (select from candidates of_comment
    join vacancies of_candidate on of_candidate.id = of_comment.vacancy_id where of_comment.id = ${candidate} and ${condition})`;
  return isHiringManagerLike(reader)
    ? sql<SqlBool>`${inVacancy(vacancySeenBy('of_candidate', reader))}`
    : sql<SqlBool>`(${candidate} is null or ${sql.ref(`${comment}.created_by`)} = ${reader.userId}
        or ${inVacancy(vacancyOpenTo('of_candidate', reader))})`;
};
