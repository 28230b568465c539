import type { CompanyView } from '@headwater/contract/companies';
import { useTranslation } from '#lib/use-translation.ts';
import { StatusPill } from '#ui/StatusPill.tsx';

const colors = { active: 4, expired: 0, not_started: 2 } as const;

export function LicensePill({ license }: Pick<CompanyView, 'license'>) {
  const { t } = useTranslation('companies');
  return <StatusPill color={colors[license]}>{t(`licenseName.${license}`)}</StatusPill>;
}
