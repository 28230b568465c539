import { employeeRoles, personStatuses, rolesOfKind } from '@headwater/domain/companies/people';
import { oneOf, pageParam, screenParams, textParam } from '#lib/screen-params.ts';
import { sortParam } from '#ui/table/column.ts';

export const employeeParams = screenParams({
  search: textParam,
  role: oneOf([...employeeRoles, ...rolesOfKind.managers]),
  status: oneOf(personStatuses),
  factor: oneOf(['on', 'off']),
  sort: sortParam,
  page: pageParam,
});
