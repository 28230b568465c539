import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { atsVendors } from '@headwater/domain/ats/vendors';
import { usePageTitle } from '#lib/page-title.ts';
import { useTranslation } from '#lib/use-translation.ts';
import classes from '../pages.module.css';

/** ATS-007 */
export function SubdomainErrorPage() {
  const { t } = useTranslation('ats');
  const service = atsVendors.workable.title;
  const title = t('subdomainTitle', { service });
  usePageTitle(title);
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.text} role="alert">
        {t('subdomainText', { service })}
      </p>
      <div className={classes.actions}>
        <Button renderRoot={(props) => <Link to="/apps/workable/connect" {...props} />}>{t('backToConnect', { service })}</Button>
      </div>
    </div>
  );
}
