import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { suppressionReasons } from '@headwater/domain/outreach/suppression';
import { SuppressionList } from '#features/suppressions/components/SuppressionList.tsx';
import { SettingsFrame } from './SettingsFrame.tsx';
import classes from './settings.module.css';
import { usePageTitle } from '#lib/page-title.ts';

interface Address {
  search?: string;
  reason?: string;
  shown?: string;
  page?: string;
}

/** DEC-05: the addresses that the company does not write to; for its administrators. */
export function SuppressionsPage() {
  const { t } = useTranslation('suppressions');
  const address = useSearch({ strict: false }) as Address;
  const navigate = useNavigate();
  usePageTitle(t('title'));
  const page = Number(address.page ?? 1);
  return (
    <SettingsFrame open="suppressions">
      <div className={classes.list}>
        <SuppressionList
          filter={{
            search: address.search ?? '',
            reason: suppressionReasons.find((reason) => reason === address.reason),
            released: address.shown === 'released',
            page: Number.isInteger(page) && page > 0 ? page : 1,
          }}
          onChange={(change) =>
            void navigate({ to: '.', search: ((known: Record<string, unknown>) => ({ ...known, ...change })) as never })
          }
        />
      </div>
    </SettingsFrame>
  );
}
