import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { mayAccess } from '@headwater/domain/access';
import { MailboxSettings } from '#features/outreach/components/MailboxSettings.tsx';
import classes from '#features/outreach/components/outreach.module.css';
import { SignatureSettings } from '#features/outreach/components/SignatureSettings.tsx';
import { CompanySettings } from '#features/suppressions/components/CompanySettings.tsx';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { loadTexts } from '#lib/i18n.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { SkeletonText } from '#ui/skeletons.tsx';

const Deliverability = lazy(async () => {
  const [{ Deliverability: Section }] = await Promise.all([
    import('#features/deliverability/components/Deliverability.tsx'),
    loadTexts('deliverability'),
  ]);
  return { default: Section };
});

const SendingLimits = lazy(async () => {
  const [{ SendingLimits: Section }] = await Promise.all([
    import('#features/sending-limits/components/SendingLimits.tsx'),
    loadTexts('sending-limits'),
  ]);
  return { default: Section };
});

/** MSET-001. */
export function MessagingSettingsPage() {
  const { t } = useTranslation('outreach');
  const user = useCurrentUser();
  const sends = mayAccess('messaging', asActor(user));
  usePageTitle(t('settingsTitle'));
  return (
    <>
      <PageHeader title={t('settingsTitle')} />
      <div style={{ overflowY: 'auto', flex: 1 }}>
        <div className={classes.page}>
          {sends && <MailboxSettings />}
          <SignatureSettings />
          {mayAccess('messaging_admin', asActor(user)) && (
            <>
              <CompanySettings />
              <Suspense fallback={<SkeletonText lines={8} />}>
                <SendingLimits />
              </Suspense>
            </>
          )}
          {sends && (
            <Suspense fallback={<SkeletonText lines={8} />}>
              <Deliverability />
            </Suspense>
          )}
        </div>
      </div>
    </>
  );
}
