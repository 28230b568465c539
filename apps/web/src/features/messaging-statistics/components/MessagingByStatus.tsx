import { Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { StatusMessaging } from '@headwater/contract/messaging-statistics';
import type { StatusBadge } from '@headwater/contract/statuses';
import { orpc } from '#lib/api.ts';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { usePhone } from '#lib/use-phone.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { SkeletonText } from '#ui/skeletons.tsx';
import { ErrorState } from '#ui/states.tsx';
import { StatusPill } from '#ui/StatusPill.tsx';
import classes from './statistics.module.css';

const columns = ['candidates', 'sent', 'opened', 'replied', 'error'] as const;

function StatusRows({ phone, label, row }: { phone: boolean; label: ReactNode; row: Omit<StatusMessaging, 'status_id'> }) {
  if (!phone) {
    return (
      <Table.Tr>
        <Table.Td>{label}</Table.Td>
        <Numbers row={row} />
      </Table.Tr>
    );
  }
  return (
    <>
      <Table.Tr className={classes.label}>
        <Table.Td colSpan={columns.length}>{label}</Table.Td>
      </Table.Tr>
      <Table.Tr>
        <Numbers row={row} />
      </Table.Tr>
    </>
  );
}

function Numbers({ row }: { row: Omit<StatusMessaging, 'status_id'> }) {
  return columns.map((name) => (
    <Table.Td key={name} ta="right">
      {formatNumber(row[name], currentLanguage())}
    </Table.Td>
  ));
}

/** SEND-007 */
export function MessagingByStatus({ vacancyId, statuses }: { vacancyId: number; statuses: readonly StatusBadge[] }) {
  const { t } = useTranslation('messaging-statistics');
  const phone = usePhone();
  const query = useQuery(orpc.messagingStatistics.ofVacancy.queryOptions({ input: { id: vacancyId } }));
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <SkeletonText lines={6} />;
  const { statuses: rows, total } = query.data;
  if (rows.length === 0) return <Text c="dimmed">{t('empty')}</Text>;
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t('help')}
      </Text>
      <Table verticalSpacing={6} {...(phone ? { horizontalSpacing: 2, layout: 'fixed', className: classes.phone } : {})}>
        <Table.Thead>
          <Table.Tr>
            {!phone && <Table.Th>{t('status')}</Table.Th>}
            {columns.map((name) => (
              <Table.Th key={name} ta="right" w={phone ? undefined : 96}>
                {t(name)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        {statuses.map(({ id, name, color }) => {
          const row = rows.find((one) => one.status_id === id);
          return (
            row && (
              <Table.Tbody key={id}>
                <StatusRows phone={phone} label={<StatusPill color={color}>{name}</StatusPill>} row={row} />
              </Table.Tbody>
            )
          );
        })}
        <Table.Tbody fw={600}>
          <StatusRows phone={phone} label={t('total')} row={total} />
        </Table.Tbody>
      </Table>
    </Stack>
  );
}
