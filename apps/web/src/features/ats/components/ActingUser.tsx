import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { atsVendors, type UserVendor } from '@headwater/domain/ats/vendors';
import { useTranslation } from '#lib/use-translation.ts';
import { showError, showSnackbar } from '#ui/snackbar.tsx';
import { ErrorState } from '#ui/states.tsx';
import { useAccounts, usersQuery } from '../api/ats.ts';

/** ATS-053, ATS-054: the user of the system who adds people. */
export function ActingUser({ vendor }: { vendor: UserVendor }) {
  const { t } = useTranslation('ats');
  const { data, error, refetch } = useQuery(usersQuery(vendor));
  const { chooseUser } = useAccounts();
  const service = atsVendors[vendor].title;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const choose = async (id: string) => {
    try {
      await chooseUser(vendor, id);
      showSnackbar({ message: t('actorSaved'), tone: 'success' });
    } catch (refused) {
      showError(refused);
    }
  };
  return (
    <Select
      label={t('actor')}
      description={t('actorText', { service })}
      placeholder={t('actorPlaceholder')}
      data={(data?.users ?? []).map(({ id, name, email }) => ({ value: id, label: [name, email].filter(Boolean).join(', ') }))}
      value={data?.user_id ?? null}
      onChange={(id) => id !== null && void choose(id)}
      disabled={!data}
      searchable
      allowDeselect={false}
    />
  );
}
