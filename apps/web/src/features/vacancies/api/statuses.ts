import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CandidateStatus } from '@headwater/contract/statuses';
import { api, orpc } from '#lib/api.ts';
import { ApiError, isAbort } from '#lib/api-error.ts';
import { refreshVacancies } from '#lib/refresh-vacancies.ts';

export const statusesQuery = orpc.statuses.list.queryOptions();

export interface StatusFields {
  name?: string;
  is_active?: boolean;
  selected?: boolean;
  color?: number;
}

interface Refusal {
  id: number;
  message: string;
}

interface StatusActions {
  refusal: Refusal | undefined;
  /** STS-019: an error that the user cannot fix. */
  failure: unknown;
  update: (id: number, fields: StatusFields) => Promise<boolean>;
  remove: (id: number) => Promise<boolean>;
  /** Sets the order of the level that contains `moved`. */
  reorder: (ids: readonly number[], moved: number) => Promise<boolean>;
  dismiss: () => void;
}

type Statuses = readonly CandidateStatus[];

const byOrder = (ids: readonly number[]) => (left: { id: number }, right: { id: number }) => ids.indexOf(left.id) - ids.indexOf(right.id);

function inOrder(statuses: Statuses, ids: readonly number[]): CandidateStatus[] {
  const first = statuses.some(({ id }) => id === ids[0]);
  if (first) return statuses.toSorted(byOrder(ids));
  return statuses.map((status) =>
    status.substatuses.some(({ id }) => id === ids[0]) ? { ...status, substatuses: status.substatuses.toSorted(byOrder(ids)) } : status,
  );
}

const changed = (statuses: Statuses, { id, fields }: { id: number; fields: StatusFields }): CandidateStatus[] =>
  statuses.map((status) => ({
    ...status,
    ...(status.id === id ? fields : {}),
    substatuses: status.substatuses.map((sub) => (sub.id === id ? { ...sub, ...fields } : sub)),
  }));

const without = (statuses: Statuses, id: number): CandidateStatus[] =>
  statuses
    .filter((status) => status.id !== id)
    .map((status) => ({ ...status, substatuses: status.substatuses.filter((sub) => sub.id !== id) }));

/** STS-007 to STS-020: optimistic changes. A refusal reverts them and appears at its row. */
export function useStatusActions(): StatusActions {
  const client = useQueryClient();
  const [refusal, setRefusal] = useState<Refusal>();
  const [failure, setFailure] = useState<unknown>();
  const { queryKey } = statusesQuery;

  const attempt = async (id: number, { show, send }: { show: (known: Statuses) => CandidateStatus[]; send: () => Promise<unknown> }) => {
    const before = client.getQueryData(queryKey);
    setRefusal(undefined);
    setFailure(undefined);
    await client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, (known) => known && { statuses: show(known.statuses) });
    try {
      await send();
      await refreshVacancies(client);
      return true;
    } catch (error) {
      client.setQueryData(queryKey, before);
      if (isAbort(error)) return false;
      // STS-020: these refusals have a reason; others are a failure of the list.
      const refused = error instanceof ApiError && [400, 403, 404, 409].includes(error.status);
      if (refused) setRefusal({ id, message: error.message });
      else setFailure(error);
      await client.invalidateQueries({ queryKey });
      return false;
    }
  };

  return {
    refusal,
    failure,
    update: (id, fields) =>
      attempt(id, { show: (known) => changed(known, { id, fields }), send: () => api.statuses.update({ id, ...fields }) }),
    remove: (id) => attempt(id, { show: (known) => without(known, id), send: () => api.statuses.remove({ id }) }),
    reorder: (ids, moved) =>
      attempt(moved, { show: (known) => inOrder(known, ids), send: () => api.statuses.changeOrder({ statuses: [...ids] }) }),
    dismiss: () => {
      setRefusal(undefined);
      setFailure(undefined);
    },
  };
}
