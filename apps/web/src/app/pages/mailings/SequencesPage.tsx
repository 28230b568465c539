import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { SequenceList } from '#features/sequences/components/SequenceList.tsx';
import { usePageTitle } from '#lib/page-title.ts';

const statuses = ['draft', 'pending', 'sending', 'stopped', 'finished'] as const;

/** SEQ-001. */
export function SequencesPage() {
  const { t } = useTranslation('sequences');
  const address = useSearch({ strict: false }) as { search?: string; status?: string; page?: string };
  const navigate = useNavigate();
  usePageTitle(t('title'));
  const page = Number(address.page ?? 1);
  return (
    <SequenceList
      filter={{
        search: address.search ?? '',
        status: statuses.find((status) => status === address.status),
        page: Number.isInteger(page) && page > 0 ? page : 1,
      }}
      onChange={(change) => void navigate({ to: '.', search: ((known: Record<string, unknown>) => ({ ...known, ...change })) as never })}
    />
  );
}
