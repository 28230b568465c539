import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { type Reader, vacancyOpenTo } from '#modules/vacancies/public.ts';

/**
 * The only SQL conditions for access to mailings and messages. Arguments are names or aliases of
 * tables in the statement.
 */

/** `maySeeMailing` of the domain (ROLE-059), without the check of the vacancy. */
export const mailingOpenTo = (mailing: string, { userId }: Pick<Reader, 'userId'>): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.ref(`${mailing}.access_type`)} = 'public' or ${sql.ref(`${mailing}.created_by`)} = ${userId})`;

/**
 * `maySeeMessage` of the domain (ROLE-057, ROLE-059): own messages, or with a visible mailing and
 * vacancy.
 */
export const messageSeenBy = ({ message, mailing }: { message: string; mailing: string }, reader: Reader): RawBuilder<SqlBool> => {
  const folder = sql.ref(`${mailing}.folder_id`);
  return sql<SqlBool>`(${sql.ref(`${message}.created_by`)} = ${reader.userId} or (${mailingOpenTo(mailing, reader)}
    and (${folder} is null or exists (select from vacancies of_mailing where of_mailing.id = ${folder} and ${vacancyOpenTo('of_mailing', reader)}))))`;
};

/** ROLE-059 for candidates of a visible vacancy: own messages, or with a visible mailing. */
export const openMessage = (userId: number): RawBuilder<SqlBool> =>
  sql<SqlBool>`(messages.created_by = ${userId} or ${mailingOpenTo('mailings', { userId })})`;
