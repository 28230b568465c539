import { notificationStates } from '@headwater/domain/system-notifications';
import { accessTypes } from '@headwater/domain/companies/dropdowns';
import { oneOf, pageParam, screenParams, textParam } from '#lib/screen-params.ts';

export const systemParams = screenParams({ search: textParam, state: oneOf(notificationStates), page: pageParam });
export const extensionParams = screenParams({ search: textParam, access: oneOf(accessTypes), page: pageParam });
