import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { usePageTitle } from '#lib/page-title.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { NoAccess } from '#ui/states.tsx';

/** VAC-051. */
export function HiddenVacancy() {
  const { t } = useTranslation('vacancies');
  const navigate = useNavigate();
  usePageTitle(t('vacancy'));
  return (
    <>
      <PageHeader title={t('vacancy')} onBack={() => void navigate({ to: '/folders' })} />
      <NoAccess
        text={t('noAccessText')}
        action={
          <Button component={Link} to="/folders" variant="default">
            {t('toVacancies')}
          </Button>
        }
      />
    </>
  );
}
