import { Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { StatusMessaging } from '@headwater/contract/messaging-statistics';
import type { StatusBadge } from '@headwater/contract/statuses';
import { orpc } from '#lib/api.ts';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { usePhone } from '#lib/use-phone.ts';
import { SkeletonText } from '#ui/skeletons.tsx';
import { ErrorState } from '#ui/states.tsx';
import { StatusPill } from '#ui/StatusPill.tsx';

const columns = ['candidates', 'sent', 'opened', 'replied', 'error'] as const;

function Numbers({ row }: { row: Omit<StatusMessaging, 'status_id'> }) {
  return columns.map((name) => (
    <Table.Td key={name} ta="right">
      {formatNumber(row[name], currentLanguage())}
    </Table.Td>
  ));
}

/** SEND-007: how far messages got with the candidates of a vacancy, in the order of its statuses. */
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
      <Table.ScrollContainer minWidth={0} type="native" tabIndex={0}>
        <Table verticalSpacing={6} {...(phone ? { horizontalSpacing: 4, fz: 'xs' } : {})}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('status')}</Table.Th>
              {columns.map((name) => (
                <Table.Th key={name} ta="right" w={phone ? undefined : 96}>
                  {t(name)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {statuses.map(({ id, name, color }) => {
              const row = rows.find((one) => one.status_id === id);
              return (
                row && (
                  <Table.Tr key={id}>
                    <Table.Td>
                      <StatusPill color={color}>{name}</StatusPill>
                    </Table.Td>
                    <Numbers row={row} />
                  </Table.Tr>
                )
              );
            })}
            <Table.Tr fw={600}>
              <Table.Td>{t('total')}</Table.Td>
              <Numbers row={total} />
            </Table.Tr>
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Stack>
  );
}
