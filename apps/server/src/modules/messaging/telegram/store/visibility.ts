import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { mayAccess } from '@headwater/domain/access';
import type { Actor } from '@headwater/domain/roles';

export const mayKnowDialogs = (actor: Actor): boolean => actor.permissions.messaging_info && mayAccess('telegram', actor);

/**
 * ROLE-059: private dialogs are visible to their creator only. `dialog` is a table name or alias.
 */
export const dialogOpenTo = (dialog: string, { userId }: Pick<Actor, 'userId'>): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.ref(`${dialog}.access_type`)} = 'public' or ${sql.ref(`${dialog}.created_by`)} = ${userId})`;
