import { useTranslation } from 'react-i18next';
import { mayAccess } from '@headwater/domain/access';
import { MailboxSettings } from '#features/outreach/components/MailboxSettings.tsx';
import classes from '#features/outreach/components/outreach.module.css';
import { SignatureSettings } from '#features/outreach/components/SignatureSettings.tsx';
import { CompanySettings } from '#features/suppressions/components/CompanySettings.tsx';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { PageHeader } from '#ui/PageHeader.tsx';

/** MSET-001. */
export function MessagingSettingsPage() {
  const { t } = useTranslation('outreach');
  const user = useCurrentUser();
  usePageTitle(t('settingsTitle'));
  return (
    <>
      <PageHeader title={t('settingsTitle')} />
      <div style={{ overflowY: 'auto', flex: 1 }}>
        <div className={classes.page}>
          {mayAccess('messaging', asActor(user)) && <MailboxSettings />}
          <SignatureSettings />
          {mayAccess('messaging_admin', asActor(user)) && <CompanySettings />}
        </div>
      </div>
    </>
  );
}
