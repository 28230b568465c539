import { systemParts } from '@headwater/domain/system-parts';
import { oneOf, pageParam, screenParams, textParam } from '#lib/screen-params.ts';

export const activeRoles = ['admin', 'worker'] as const;

export const activeUserParams = screenParams({ search: textParam, part: oneOf(systemParts), role: oneOf(activeRoles), page: pageParam });
