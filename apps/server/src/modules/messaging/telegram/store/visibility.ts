import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { mayAccess } from '@headwater/domain/access';
import type { Actor } from '@headwater/domain/roles';

/** Who knows at all of what was written by Telegram. */
export const mayKnowDialogs = (actor: Actor): boolean => actor.permissions.messaging_info && mayAccess('telegram', actor);

/** ROLE-059 as for messages: a private one is its creator's alone. The argument is the name or alias of the table in the statement. */
export const dialogOpenTo = (dialog: string, { userId }: Pick<Actor, 'userId'>): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.ref(`${dialog}.access_type`)} = 'public' or ${sql.ref(`${dialog}.created_by`)} = ${userId})`;
