import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { MailingListView } from '@headwater/contract/mailings';
import { mayAccess } from '@headwater/domain/access';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { api, orpc } from '#lib/api.ts';
import { isRunning } from '../model/launch.ts';

/** Mailings of a vacancy (null: of all vacancies, without creating one), or sequences. */
export type Where = { kind: 'mailing'; folderId: number | null } | { kind: 'sequence' };

/** Up to 100, newest first. `own`: the user's newest one that is not running. */
export function useDestinations(where: Where, search: string) {
  const me = useCurrentUser();
  const input = { per_page: 100, ...(search ? { search } : {}) };
  const folder = where.kind === 'mailing' && where.folderId !== null ? { folder_id: where.folderId } : {};
  const mailings = useQuery({
    ...orpc.mailings.list.queryOptions({ input: { ...input, ...folder } }),
    placeholderData: keepPreviousData,
    enabled: where.kind === 'mailing',
  });
  const sequences = useQuery({
    ...orpc.sequences.list.queryOptions({ input }),
    placeholderData: keepPreviousData,
    enabled: where.kind === 'sequence',
  });
  const query = where.kind === 'mailing' ? mailings : sequences;
  const all = (where.kind === 'mailing' ? mailings.data?.mailing_lists : sequences.data?.sequences) ?? [];
  // ROLE-012: a running sequence sends to a new recipient.
  const mayAddToRunning = where.kind === 'mailing' || mayAccess('sequence_launch', asActor(me));
  const rows = all.filter((row) => row.permissions.edit && (mayAddToRunning || !isRunning(row)));
  const isOwn = ({ created_by: by }: MailingListView) => by?.id === me.id;
  return { query, rows, isOwn, own: rows.find((row) => isOwn(row) && !isRunning(row)) };
}

export const createDestination = (where: Where, name: string): Promise<MailingListView> =>
  where.kind === 'mailing' ? api.mailings.create({ folder_id: where.folderId ?? 0, name }) : api.sequences.create({ name });
