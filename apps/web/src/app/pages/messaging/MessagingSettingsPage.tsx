import { useParams } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { mayAccess } from '@headwater/domain/access';
import { MailboxSettings } from '#features/outreach/components/MailboxSettings.tsx';
import { SendingWindow } from '#features/outreach/components/SendingWindow.tsx';
import { SignatureSettings } from '#features/outreach/components/SignatureSettings.tsx';
import { CompanySettings } from '#features/suppressions/components/CompanySettings.tsx';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { SkeletonText } from '#ui/skeletons.tsx';
import { NotFoundPage } from '../NotFoundPage.tsx';
import { partOf, type SettingsPart } from './settings-parts.ts';
import { SettingsFrame } from './SettingsFrame.tsx';
import classes from './settings.module.css';

const Deliverability = lazyPart(() => import('#features/deliverability/components/Deliverability.tsx'), 'Deliverability', [
  'deliverability',
]);

const UnreadableMessages = lazyPart(() => import('#features/deliverability/components/UnreadableMessages.tsx'), 'UnreadableMessages', [
  'deliverability',
]);

const SendingLimits = lazyPart(() => import('#features/sending-limits/components/SendingLimits.tsx'), 'SendingLimits', ['sending-limits']);

function Limits() {
  const manages = mayAccess('messaging_admin', asActor(useCurrentUser()));
  return (
    <>
      <SendingWindow />
      {manages && <SendingLimits />}
    </>
  );
}

function Health() {
  const manages = mayAccess('messaging_admin', asActor(useCurrentUser()));
  return (
    <>
      <Deliverability />
      {manages && <UnreadableMessages />}
    </>
  );
}

function Company() {
  const sends = mayAccess('messaging', asActor(useCurrentUser()));
  return (
    <>
      <CompanySettings />
      {/* Administrators without a mailbox have no deliverability page. */}
      {!sends && <UnreadableMessages />}
    </>
  );
}

const contents: Record<Exclude<SettingsPart, 'suppressions'>, () => ReactNode> = {
  mailbox: () => <MailboxSettings />,
  signature: () => <SignatureSettings />,
  limits: () => <Limits />,
  deliverability: () => <Health />,
  company: () => <Company />,
};

/** MSET-001. */
export function MessagingSettingsPage() {
  const { t } = useTranslation('outreach');
  const { part: name } = useParams({ strict: false }) as { part?: string };
  const part = partOf(name, asActor(useCurrentUser()));
  usePageTitle(name !== undefined && part ? `${t(`settingsPart.${part}`)} · ${t('settingsTitle')}` : t('settingsTitle'));
  if (part === undefined || part === 'suppressions') return <NotFoundPage />;
  return (
    <SettingsFrame open={part}>
      <div className={classes.open}>
        <div className={classes.page}>
          <Suspense fallback={<SkeletonText lines={8} />}>{contents[part]()}</Suspense>
        </div>
      </div>
    </SettingsFrame>
  );
}
