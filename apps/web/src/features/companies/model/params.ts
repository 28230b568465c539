import { accessTypes, licenseStates } from '@headwater/domain/companies/dropdowns';
import { idParam, oneOf, pageParam, screenParams, textParam } from '#lib/screen-params.ts';
import { sortParam } from '#ui/table/column.ts';

export const companyParams = screenParams({
  search: textParam,
  access: oneOf(accessTypes),
  license: oneOf(licenseStates),
  manager: idParam,
  state: oneOf(['deleted']),
  sort: sortParam,
  page: pageParam,
});

export const transactionParams = screenParams({ page: pageParam });
