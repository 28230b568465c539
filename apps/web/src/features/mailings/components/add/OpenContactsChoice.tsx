import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { opensWithoutLimit } from '@headwater/domain/profiles/contact-limits';
import { orpc } from '#lib/api.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';

interface OpenContactsChoiceProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** People who may have closed contacts. */
  people: number;
}

const shown = (count: number) => formatNumber(count, currentLanguage());

/** Shows the cost before the people are added. */
export function OpenContactsChoice({ checked, onChange, people }: OpenContactsChoiceProps) {
  const { t } = useTranslation('mailings');
  const isLimited = !opensWithoutLimit(useCurrentUser());
  const left = useQuery({ ...orpc.profiles.quotas.queryOptions(), enabled: isLimited }).data?.quotas_contact_available;
  const cost =
    typeof left === 'number' && people > 0
      ? t('add.openContactsCost', { count: people, shown: shown(people), left: shown(left) })
      : t('add.openContactsText');
  return (
    <Checkbox
      label={t('add.openContacts')}
      description={isLimited ? cost : undefined}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
