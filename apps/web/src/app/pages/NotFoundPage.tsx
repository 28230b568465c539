import { Button } from '@mantine/core';
import { IconArrowLeft, IconSearch } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useCanGoBack, useRouter } from '@tanstack/react-router';
import { mayAccess } from '@headwater/domain/access';
import { asActor } from '#lib/actor.ts';
import { meQuery } from '#lib/current-user.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { NotFoundDrawing } from './NotFoundDrawing.tsx';
import classes from './pages.module.css';

interface NotFoundPageProps {
  title?: string;
  text?: string;
}

/** SHELL-006: unknown addresses, and missing vacancies or profiles (`throw notFound()`). */
export function NotFoundPage({ title, text }: NotFoundPageProps) {
  const { t } = useTranslation('app');
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const user = useQueryClient().getQueryData(meQuery.queryKey);
  usePageTitle(title ?? t('page.notFound'));
  return (
    <div className={classes.page}>
      <NotFoundDrawing />
      <h1 className={classes.title}>{title ?? t('page.notFound')}</h1>
      <p className={classes.text}>{text ?? t('page.notFoundText')}</p>
      <div className={classes.actions}>
        {canGoBack && (
          <Button variant="default" leftSection={<IconArrowLeft size={16} stroke={1.6} />} onClick={() => router.history.back()}>
            {t('page.goBack')}
          </Button>
        )}
        {user ? (
          <>
            {mayAccess('search', asActor(user)) && (
              <Button component={Link} to="/" leftSection={<IconSearch size={16} stroke={1.6} />}>
                {t('page.toSearch')}
              </Button>
            )}
            <Button component={Link} to="/menu/" variant="default">
              {t('page.toMenu')}
            </Button>
          </>
        ) : (
          <Button component={Link} to="/login">
            {t('page.toSignIn')}
          </Button>
        )}
      </div>
    </div>
  );
}
