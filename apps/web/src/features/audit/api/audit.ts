import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AuditFilter } from '@headwater/contract/audit';
import { orpc, request } from '#lib/api.ts';
import { chosenDay } from '#lib/chosen-day.ts';
import { saveFile } from '#lib/save-file.ts';
import type { ValuesOf } from '#lib/screen-params.ts';
import type { auditParams } from '../model/params.ts';

export const entriesPerPage = 50;

type Shown = ValuesOf<typeof auditParams.shape>;

const filterOf = (companyId: number | undefined, { person, kind, target, id, from, to }: Shown): AuditFilter => ({
  company_id: companyId,
  person,
  kind,
  target_kind: target,
  target_id: id,
  date_from: chosenDay(from),
  date_to: chosenDay(to),
});

export const auditQuery = (companyId: number | undefined, shown: Shown) =>
  queryOptions({
    ...orpc.audit.list.queryOptions({ input: { ...filterOf(companyId, shown), page: shown.page, per_page: entriesPerPage } }),
    placeholderData: keepPreviousData,
  });

/** Each day is empty or valid. An invalid day would export more than the user chose. */
export const areDaysValid = ({ from, to }: Shown): boolean => [from, to].every((day) => day === '' || chosenDay(day) !== undefined);

export async function exportAudit(companyId: number | undefined, shown: Shown): Promise<void> {
  const chosen = Object.entries(filterOf(companyId, shown)).filter(([, value]) => value !== undefined && value !== '');
  const query = new URLSearchParams(chosen.map(([name, value]) => [name, String(value)])).toString();
  await saveFile(await request(`/api/v6/audit/export/?${query}`), 'audit.csv');
}

export const retentionQuery = orpc.audit.retention.queryOptions();
