import { Button, Group, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { SocialAccount } from '@headwater/contract/ats';
import { type AtsVendor, type AtsVendorName, atsVendors, isConsentVendor, isUserVendor } from '@headwater/domain/ats/vendors';
import { formatDate } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { CopyTextButton } from '#ui/CopyTextButton.tsx';
import { Fact, FactList } from '#ui/FactList.tsx';
import { confirm } from '#ui/modals.tsx';
import { SectionHead } from '#ui/SectionHead.tsx';
import { SkeletonForm } from '#ui/skeletons.tsx';
import { showError, showSnackbar } from '#ui/snackbar.tsx';
import { ErrorState } from '#ui/states.tsx';
import { StatusPill } from '#ui/StatusPill.tsx';
import { accountsQuery, useAccounts } from '../api/ats.ts';
import classes from './ats.module.css';
import { ActingUser } from './ActingUser.tsx';
import { ConsentForm, KeyForm } from './ConnectForm.tsx';

function Facts({ account }: { account: SocialAccount }) {
  const { t } = useTranslation('ats');
  const language = currentLanguage();
  const { name, email, access_token: key, create_date: since, last_refresh_date: checked } = account;
  const facts: [string, string][] = [
    ...(name === null ? [] : [[t('account'), name] satisfies [string, string]]),
    ...(email === null ? [] : [[t('user'), email] satisfies [string, string]]),
    [t('key'), key],
    [t('since'), formatDate(since, language, 'dateTime')],
    [t('checkedAt'), checked ? formatDate(checked, language, 'dateTime') : t('never')],
  ];
  return (
    <FactList>
      {facts.map(([label, value]) => (
        <Fact key={label} label={label}>
          {value}
        </Fact>
      ))}
    </FactList>
  );
}

function Webhook({ webhook: { url, key }, service }: { webhook: NonNullable<SocialAccount['webhook']>; service: string }) {
  const { t } = useTranslation('ats');
  const lines: [string, string][] = [[t('webhookUrl'), url], ...(key === null ? [] : [[t('webhookKey'), key] satisfies [string, string]])];
  return (
    <section>
      <SectionHead title={t('webhook')} />
      <p className={classes.quiet}>{t(key === null ? 'webhookOwnKeyText' : 'webhookText', { service })}</p>
      {lines.map(([label, value]) => (
        <Group key={label} gap="xs" wrap="nowrap" align="end" mt={8}>
          <TextInput flex={1} readOnly label={label} value={value} onFocus={(event) => event.currentTarget.select()} />
          <CopyTextButton value={value} />
        </Group>
      ))}
    </section>
  );
}

function Connected({ account, service, mayChange }: { account: SocialAccount; service: string; mayChange: boolean }) {
  const { t } = useTranslation('ats');
  const { check, disconnect } = useAccounts();
  const ask = async () => {
    try {
      const { active } = await check(account.id);
      if (active) showSnackbar({ message: t('works'), tone: 'success' });
    } catch (error) {
      showError(error);
    }
  };
  const end = async () => {
    const texts = { title: t('disconnectTitle', { service }), text: t('disconnectText', { service }), confirm: t('disconnect') };
    if (!(await confirm({ ...texts, danger: true }))) return;
    try {
      await disconnect(account.id);
      showSnackbar({ message: t('disconnected', { service }), tone: 'success' });
    } catch (error) {
      showError(error);
    }
  };
  return (
    <section>
      <SectionHead title={t('connection')}>
        <StatusPill color={account.active ? 3 : 8}>{t(account.active ? 'state.connected' : 'state.broken')}</StatusPill>
      </SectionHead>
      {!account.active && (
        <output className={classes.lost}>
          {t('lost', { service, reason: account.failure ?? '' })}. {t('lostText')}
        </output>
      )}
      {account.failed_events > 0 && (
        <p className={classes.lost}>
          {t('eventsFailed', { service, count: account.failed_events, reason: account.event_failure ?? '' })}. {t('eventsText')}
        </p>
      )}
      <Facts account={account} />
      <Group gap="xs" mt={16}>
        <Button variant="default" onClick={() => void ask()}>
          {t('check')}
        </Button>
        {mayChange && (
          <Button variant="default" onClick={() => void end()}>
            {t('disconnect')}
          </Button>
        )}
      </Group>
    </section>
  );
}

interface Connecting {
  vendor: AtsVendorName;
  account: SocialAccount | undefined;
  ownEmail: string;
  /** Vendors with a consent page that the installation has credentials for. */
  consents: readonly AtsVendorName[];
}

/** The consent page, a form with keys, or both. */
function WaysToConnect({ vendor, account, ownEmail, consents }: Connecting) {
  const { t } = useTranslation('ats');
  const { title: service, fields }: AtsVendor = atsVendors[vendor];
  const hasConsent = isConsentVendor(vendor) && consents.includes(vendor);
  if (!hasConsent && fields.length === 0) return <p className={classes.quiet}>{t('unreachable', { service })}</p>;
  return (
    <>
      {hasConsent && <ConsentForm vendor={vendor} account={account} title={account && t('reconnectTitle')} />}
      {fields.length > 0 && (
        <KeyForm vendor={vendor} account={account} ownEmail={ownEmail} title={hasConsent ? t('byKey') : account && t('reconnectTitle')} />
      )}
    </>
  );
}

/** ATS-003 to ATS-006, ROLE-030 */
export function Connection({ vendor, ownEmail, isAdmin }: { vendor: AtsVendorName; ownEmail: string; isAdmin: boolean }) {
  const { t } = useTranslation('ats');
  const { data, error, refetch } = useQuery(accountsQuery);
  const { title: service, onlyAdmins } = atsVendors[vendor];
  const mayChange = isAdmin || !onlyAdmins;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonForm fields={4} />;
  const account = data.social_accounts.find((each) => each.vendor === vendor);
  const connecting = { vendor, account, ownEmail, consents: data.consent_vendors };
  return (
    <div className={classes.page}>
      {account && <Connected account={account} service={service} mayChange={mayChange} />}
      {account?.active && isUserVendor(vendor) && <ActingUser vendor={vendor} />}
      {account?.webhook && <Webhook webhook={account.webhook} service={service} />}
      {mayChange ? (
        <WaysToConnect key={account?.id ?? 0} {...connecting} />
      ) : (
        <p className={classes.quiet}>{t('onlyAdmins', { service })}</p>
      )}
    </div>
  );
}
