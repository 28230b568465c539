import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { type Reader, vacancyOpenTo } from '#modules/vacancies/public.ts';

/** Who sees mailings and messages, as conditions of SQL: the only ones. The arguments are names or aliases of tables in the statement. */

/** The rule `maySeeMailing` of the domain (ROLE-059): the list itself; its vacancy is asked for besides. */
export const mailingOpenTo = (mailing: string, { userId }: Pick<Reader, 'userId'>): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.ref(`${mailing}.access_type`)} = 'public' or ${sql.ref(`${mailing}.created_by`)} = ${userId})`;

/** The rule `maySeeMessage` of the domain (ROLE-057, ROLE-059): one's own, or of a mailing and a vacancy that are open to the reader. */
export const messageSeenBy = ({ message, mailing }: { message: string; mailing: string }, reader: Reader): RawBuilder<SqlBool> => {
  const folder = sql.ref(`${mailing}.folder_id`);
  return sql<SqlBool>`(${sql.ref(`${message}.created_by`)} = ${reader.userId} or (${mailingOpenTo(mailing, reader)}
    and (${folder} is null or exists (select from vacancies of_mailing where of_mailing.id = ${folder} and ${vacancyOpenTo('of_mailing', reader)}))))`;
};

/** ROLE-059 where the candidate was found by way of a vacancy that is open already: one's own, or of a mailing that is. */
export const openMessage = (userId: number): RawBuilder<SqlBool> =>
  sql<SqlBool>`(messages.created_by = ${userId} or ${mailingOpenTo('mailings', { userId })})`;
