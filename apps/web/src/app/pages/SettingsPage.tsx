import { Anchor, SegmentedControl } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { CurrentUser } from '@headwater/contract/accounts';
import { mayAccess } from '@headwater/domain/access';
import { ChangePassword } from '#features/accounts/components/ChangePassword.tsx';
import { AntivirusState } from '#features/installation/components/AntivirusState.tsx';
import { Erasures } from '#features/privacy/components/Erasures.tsx';
import { Retention } from '#features/privacy/components/Retention.tsx';
import { securityQuery } from '#features/security/api/security.ts';
import { OwnAddress } from '#features/security/components/OwnAddress.tsx';
import { Security } from '#features/security/components/Security.tsx';
import { asActor } from '#lib/actor.ts';
import { api } from '#lib/api.ts';
import { useCurrentUser, useReplaceCurrentUser } from '#lib/current-user.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { showError, showSnackbar } from '#ui/snackbar.tsx';
import { LanguageSwitch, ThemeSwitch } from '../frame/Preferences.tsx';
import { ServiceAnswer } from './settings/ServiceAnswer.tsx';
import classes from './SettingsPage.module.css';

interface SectionProps {
  id?: string;
  title: string;
  text?: string;
  children: ReactNode;
}

function Section({ id, title, text, children }: SectionProps) {
  return (
    <section id={id} className={classes.section}>
      <div>
        <h2 className={classes.heading}>{title}</h2>
        {text && <p className={classes.text}>{text}</p>}
      </div>
      <div className={classes.rows}>{children}</div>
    </section>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.row}>
      <span className={classes.label}>{label}</span>
      <span className={classes.value}>{children}</span>
    </div>
  );
}

/** DEC-14. */
function PrivacySections() {
  const { t } = useTranslation('privacy');
  return (
    <Section id="personal" title={t('personal')} text={t('personalText')}>
      <div className={classes.block}>
        <Retention />
      </div>
      <div className={classes.block}>
        <Erasures />
      </div>
    </Section>
  );
}

/** DEC-08: hidden from staff who act as the user. */
function SecuritySection({ user }: { user: CurrentUser }) {
  const { t } = useTranslation('security');
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries({ queryKey: securityQuery.queryKey });
  return (
    <Section id="security" title={t('title')} text={t(user.impersonated_by === null ? 'text' : 'acting')}>
      <ServiceAnswer />
      {user.impersonated_by === null && (
        <Security email={user.email} renderPassword={(token) => <ChangePassword email={user.email} token={token} onDone={refresh} />} />
      )}
    </Section>
  );
}

function InstallationSection() {
  const { t } = useTranslation('installation');
  return (
    <Section id="installation" title={t('title')} text={t('text')}>
      <Row label={t('antivirus')}>
        <AntivirusState />
      </Row>
    </Section>
  );
}

/** SHELL-016. */
export function SettingsPage() {
  const { t } = useTranslation(['app', 'ui']);
  const { t: ofAccount } = useTranslation('accounts');
  const user = useCurrentUser();
  const replace = useReplaceCurrentUser();
  usePageTitle(t('settings.title'));
  const distance = useMutation({
    mutationFn: (unit: 'km' | 'mi') => api.accounts.saveSettings({ range_measure: unit }),
    onSuccess: (saved) => {
      replace(saved);
      showSnackbar({ message: t('saved', { ns: 'ui' }), tone: 'success', key: 'settings' });
    },
    onError: showError,
  });
  const unit = distance.isPending ? distance.variables : user.settings.range_measure;
  const units = [
    { value: 'km', label: ofAccount('settings.km') },
    { value: 'mi', label: ofAccount('settings.mi') },
  ];
  return (
    <>
      <PageHeader title={t('settings.title')} />
      <div className={classes.page}>
        <Section id="appearance" title={ofAccount('settings.appearance')} text={ofAccount('settings.appearanceText')}>
          <Row label={t('theme.title')}>
            <ThemeSwitch />
          </Row>
        </Section>
        <Section id="region" title={ofAccount('settings.region')} text={ofAccount('settings.regionText')}>
          <Row label={t('language.title')}>
            <LanguageSwitch />
          </Row>
          <Row label={ofAccount('settings.distance')}>
            <SegmentedControl
              aria-label={ofAccount('settings.distance')}
              data={units}
              value={unit}
              onChange={(value) => distance.mutate(value as 'km' | 'mi')}
            />
          </Row>
        </Section>
        <Section title={ofAccount('settings.account')}>
          <Row label={ofAccount('settings.name')}>{user.name}</Row>
          <Row label={ofAccount('settings.email')}>
            <span className={classes.changed}>
              <span>{user.email}</span>
              {user.impersonated_by === null && <OwnAddress />}
            </span>
          </Row>
          <Row label={ofAccount('settings.company')}>{user.company.company_name}</Row>
          <Row label={ofAccount('settings.role')}>{t(`role.${user.role}`)}</Row>
          {user.terms_link !== null && (
            <Row label={ofAccount('settings.terms')}>
              <Anchor href={user.terms_link} target="_blank" rel="noreferrer">
                {ofAccount('settings.termsLink')}
              </Anchor>
            </Row>
          )}
        </Section>
        <SecuritySection user={user} />
        {mayAccess('retention', asActor(user)) && <PrivacySections />}
        {mayAccess('admin', asActor(user)) && <InstallationSection />}
      </div>
    </>
  );
}
