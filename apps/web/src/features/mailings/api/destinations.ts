import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { MailingListView } from '@headwater/contract/mailings';
import { mayAccess } from '@headwater/domain/access';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { api, orpc } from '#lib/api.ts';
import { isRunning } from '../model/launch.ts';

/** Where people are put: into a mailing of this vacancy (null: of any, and none can be made), or into a sequence. */
export type Where = { kind: 'mailing'; folderId: number | null } | { kind: 'sequence' };

/**
 * The mailings or sequences that people can be put into, the newest hundred with that in their names. `own`: the reader's newest one that does not
 * run, which nobody comes into by a press too many.
 */
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
  // ROLE-012: whoever comes into a running sequence is written to.
  const mayAddToRunning = where.kind === 'mailing' || mayAccess('sequence_launch', asActor(me));
  const rows = all.filter((row) => row.permissions.edit && (mayAddToRunning || !isRunning(row)));
  const isOwn = ({ created_by: by }: MailingListView) => by?.id === me.id;
  return { query, rows, isOwn, own: rows.find((row) => isOwn(row) && !isRunning(row)) };
}

export const createDestination = (where: Where, name: string): Promise<MailingListView> =>
  where.kind === 'mailing' ? api.mailings.create({ folder_id: where.folderId ?? 0, name }) : api.sequences.create({ name });
