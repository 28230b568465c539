import { oneOf, pageParam, screenParams, textParam } from '#lib/screen-params.ts';

export const sequenceStatuses = ['draft', 'pending', 'sending', 'stopped', 'finished'] as const;

/** The address of the list of sequences. */
export const sequenceParams = screenParams({ search: textParam, status: oneOf(sequenceStatuses), page: pageParam });
