import { HowToCall } from '#features/api-tokens/components/HowToCall.tsx';
import { OwnTokens } from '#features/api-tokens/components/OwnTokens.tsx';
import { useProve } from '#features/security/components/use-prove.tsx';
import { Usage } from '#features/api-usage/components/Usage.tsx';
import { usePageTitle } from '#lib/page-title.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import classes from './api.module.css';

/** API-001. */
export function ApiManagementPage() {
  const { t } = useTranslation('api-tokens');
  usePageTitle(t('title'));
  return (
    <>
      <PageHeader title={t('title')} />
      <div className={classes.page}>
        <OwnTokens prove={useProve()} />
        <HowToCall />
        <Usage id={undefined} />
      </div>
    </>
  );
}
