import { Button } from '@mantine/core';
import { Suspense } from 'react';
import { useQuery } from '@tanstack/react-query';
import { isAdminType, isStaff } from '@headwater/domain/roles';
import { asActor } from '#lib/actor.ts';
import { meQuery } from '#lib/current-user.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Brand } from '../../frame/Brand.tsx';
import classes from '../pages.module.css';

const ActingNotice = lazyPart(() => import('#features/impersonation/components/ActingNotice.tsx'), 'ActingNotice', ['impersonation']);

function Acting() {
  const { data: user } = useQuery({ ...meQuery, enabled: false });
  if (!user || user.impersonated_by === null) return null;
  return (
    <Suspense>
      <ActingNotice name={user.name} company={user.company.company_name} />
    </Suspense>
  );
}

interface NoticeProps {
  title: string;
  text: string;
  action?: { label: string; href: string };
}

function Notice({ title, text, action }: NoticeProps) {
  const { t } = useTranslation('app');
  usePageTitle(title);
  return (
    <main className={classes.page}>
      <Acting />
      <Brand />
      <h1 className={classes.title} style={{ marginTop: 24 }}>
        {title}
      </h1>
      <p className={classes.text}>{text}</p>
      <div className={classes.actions}>
        {action && (
          <Button component="a" href={action.href}>
            {action.label}
          </Button>
        )}
        <Button component="a" href="/" variant="default">
          {t('page.checkAgain')}
        </Button>
        <Button component="a" href="/logout/" variant="subtle" color="gray">
          {t('page.signOut')}
        </Button>
      </div>
    </main>
  );
}

type Words = 'expired' | 'notStarted';

/** ACC-023, ACC-024: the text depends on the role and on the company's account manager. */
function LicenseNotice({ words }: { words: Words }) {
  const { t } = useTranslation('license');
  const { data: user } = useQuery({ ...meQuery, enabled: false });
  const text = (who: 'administrator' | 'manager' | 'operator' | 'staff') => t(`texts.${words}.${who}`);
  const title = t(words);
  if (!user || user.license === 'active') return <Notice title={title} text={text('administrator')} />;
  if (isStaff(asActor(user))) {
    const settings = `/companies/${user.company.company_id}/update`;
    return <Notice title={title} text={text('staff')} action={{ label: t('toLicense'), href: settings }} />;
  }
  if (!isAdminType(user)) return <Notice title={title} text={text('administrator')} />;
  const contact = user.license_contact;
  if (contact === null) return <Notice title={title} text={text('operator')} />;
  return <Notice title={title} text={text('manager')} action={{ label: contact.name, href: `mailto:${contact.email}` }} />;
}

export const LicenseExpiredPage = () => <LicenseNotice words="expired" />;

export const LicenseNotStartedPage = () => <LicenseNotice words="notStarted" />;

/** ACC-021. */
export function LimitExceededPage() {
  const { t } = useTranslation('license');
  return <Notice title={t('limit')} text={t('limitText')} action={{ label: t('page.toMenu', { ns: 'app' }), href: '/menu/' }} />;
}
