import { Select } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { showError, showSnackbar } from '#ui/snackbar.tsx';
import { retentionQuery } from '../api/audit.ts';

const choices = [90, 180, 365, 730, 1825, 3650];

export function Retention() {
  const { t } = useTranslation(['audit', 'ui']);
  const client = useQueryClient();
  const { data } = useQuery(retentionQuery);
  const change = async (days: number) => {
    try {
      client.setQueryData(retentionQuery.queryKey, await api.audit.saveRetention({ days }));
      showSnackbar({ message: t('saved', { ns: 'ui' }), tone: 'success', key: 'audit-retention' });
    } catch (error) {
      showError(error);
    }
  };
  const days = [...new Set([...choices, ...(data ? [data.days] : [])])].toSorted((one, other) => one - other);
  return (
    <Select
      size="xs"
      w={170}
      aria-label={t('keep')}
      allowDeselect={false}
      disabled={!data}
      value={data ? String(data.days) : null}
      onChange={(value) => void change(Number(value))}
      data={days.map((count) => ({ value: String(count), label: t('keepDays', { count }) }))}
    />
  );
}
