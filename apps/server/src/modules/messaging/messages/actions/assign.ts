import { mayAccess } from '@headwater/domain/access';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { FieldErrors } from '#platform/errors.ts';
import { findActor } from '#modules/accounts/public.ts';
import { raiseNotice } from '#modules/notices/public.ts';
import { readerOf } from '../store/messages.ts';
import { assigneesOf, saveAssignee } from '../store/assignees.ts';
import { putBack } from '../store/set-aside.ts';
import { requireConversation, seesConversation } from './list-threads.ts';

interface Assignment {
  profileId: number;
  userId: number | null;
  now: Date;
}

/** Throws not_found, and FieldErrors for a colleague who may not see the conversation. */
export async function assignConversation(tx: Tx, actor: Actor, { profileId, userId, now }: Assignment): Promise<void> {
  const { companyId } = await requireConversation(tx, actor, { profileId, reader: readerOf(actor) });
  const current = (await assigneesOf(tx, companyId, [profileId])).get(profileId)?.id ?? null;
  if (userId === current && userId !== null) return;
  if (userId !== null && userId !== actor.userId) {
    const assignee = await findActor(tx, userId);
    if (!assignee || !mayAccess('messaging', assignee) || !(await seesConversation(tx, assignee, profileId)))
      throw new FieldErrors({ user_id: 'conversation_unknown_assignee' });
  }
  await saveAssignee(tx, { companyId, profileId, userId, now });
  if (userId !== null) await putBack(tx, { companyId, userId, profileId });
  if (userId === null || userId === actor.userId) return;
  const key = `${profileId} ${now.toISOString()}`;
  await raiseNotice(tx, { companyId, userId, about: { kind: 'conversation' }, key, profileId, now });
}
