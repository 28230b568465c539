import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '#lib/page-title.ts';
import classes from './pages.module.css';

/** SHELL-006: an address that names nothing; also what a screen shows for a missing vacancy or profile (`throw notFound()`). */
export function NotFoundPage() {
  const { t } = useTranslation('app');
  usePageTitle(t('page.notFound'));
  return (
    <div className={classes.page}>
      <p className={classes.number} aria-hidden>
        404
      </p>
      <h1 className={classes.title}>{t('page.notFound')}</h1>
      <p className={classes.text}>{t('page.notFoundText')}</p>
      <Button component={Link} to="/menu/" variant="default" mt="lg">
        {t('menu.title')}
      </Button>
    </div>
  );
}
