import { oneOf, pageParam, screenParams, textParam } from '#lib/screen-params.ts';

export const sequenceStatuses = ['draft', 'pending', 'sending', 'stopped', 'finished'] as const;

export const sequenceParams = screenParams({ search: textParam, status: oneOf(sequenceStatuses), page: pageParam });
