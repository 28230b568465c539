import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { SecurityView, SocialAccount } from '@headwater/contract/security';
import { isSocialBackend, type SocialBackend, socialBackendNames } from '@headwater/domain/companies/social-sign-in';
import { useTranslation } from '#lib/use-translation.ts';
import { openModal } from '#ui/modals.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { showSnackbar } from '#ui/snackbar.tsx';
import { useSecurityChanges } from '../api/security.ts';
import { ProofForm } from './ProofForm.tsx';
import classes from './security.module.css';

/** Users who sign in only through an external provider have no proof. */
export const mayProve = ({ has_password: hasPassword, authenticator_since: since, passkeys }: SecurityView): boolean =>
  hasPassword || since !== null || passkeys.length > 0;

const titleOf = (backend: string) => (isSocialBackend(backend) ? socialBackendNames[backend] : backend);

/** Users of single sign-on have no password; users of social accounts may set one. */
export function NoPassword({ view, email }: { view: SecurityView; email: string }) {
  const { t } = useTranslation('security');
  if (view.social_accounts.length === 0) return <p className={classes.quiet}>{t('companySignIn')}</p>;
  return (
    <>
      <p className={classes.quiet}>{t('social.noPassword')}</p>
      <Group mt={8}>
        <Button variant="default" renderRoot={(props) => <Link to="/users/recover" search={{ email }} {...props} />}>
          {t('social.setPassword')}
        </Button>
      </Group>
    </>
  );
}

function useSocialActions(view: SecurityView) {
  const { t } = useTranslation('security');
  const { connectService, disconnectService } = useSecurityChanges();
  return {
    async connect(backend: SocialBackend) {
      const service = titleOf(backend);
      const url = await openModal<string>({
        title: t('social.connectTitle', { service }),
        content: (close) => (
          <ProofForm
            view={view}
            text={t('social.connectText', { service })}
            submitLabel={t('social.continue')}
            submit={(proof) => connectService(backend, proof)}
            onDone={(begun) => close(begun.url)}
            onCancel={() => close()}
          />
        ),
      });
      if (url !== undefined) globalThis.location.assign(url);
    },
    async disconnect({ id, backend, email }: SocialAccount) {
      const service = titleOf(backend);
      const isDone = await openModal<boolean>({
        title: t('social.disconnectTitle', { service }),
        content: (close) => (
          <ProofForm
            view={view}
            text={t('social.disconnectText', { email: email || service })}
            submitLabel={t('social.disconnect')}
            submit={(proof) => disconnectService(id, proof)}
            onDone={() => close(true)}
            onCancel={() => close()}
          />
        ),
      });
      if (isDone) showSnackbar({ message: t('social.disconnected', { service }), tone: 'success', key: 'social' });
    },
  };
}

function AccountRow({ account, onDisconnect }: { account: SocialAccount; onDisconnect: (() => void) | undefined }) {
  const { t } = useTranslation('security');
  const service = titleOf(account.backend);
  return (
    <li className={classes.session}>
      <div className={classes.what}>
        {account.email === '' ? service : `${service}: ${account.email}`}
        <div className={classes.quiet}>
          {t(account.used_at === null ? 'social.linked' : 'social.used')} <RelativeTime value={account.used_at ?? account.linked_at} />
        </div>
      </div>
      {onDisconnect && (
        <Button variant="default" aria-label={t('social.disconnectOf', { service })} onClick={onDisconnect}>
          {t('social.disconnect')}
        </Button>
      )}
    </li>
  );
}

/** ACC-006. Users without a password cannot change linked accounts. */
export function SocialAccounts({ view }: { view: SecurityView }) {
  const { t } = useTranslation('security');
  const { connect, disconnect } = useSocialActions(view);
  const open = view.social_backends.filter(isSocialBackend).filter((name) => !view.social_accounts.some(({ backend }) => backend === name));
  const mayChange = mayProve(view);
  const offered = mayChange ? open : [];
  if (view.social_accounts.length + offered.length === 0) return null;
  return (
    <div className={classes.block}>
      <h3 className={classes.heading}>{t('social.title')}</h3>
      <p className={classes.quiet}>{t('social.text')}</p>
      {view.social_accounts.length > 0 && (
        <ul className={classes.sessions}>
          {view.social_accounts.map((account) => (
            <AccountRow key={account.id} account={account} onDisconnect={mayChange ? () => void disconnect(account) : undefined} />
          ))}
        </ul>
      )}
      {offered.length > 0 && (
        <Group mt={8} gap="sm">
          {offered.map((backend) => (
            <Button key={backend} variant="default" onClick={() => void connect(backend)}>
              {t('social.connect', { service: titleOf(backend) })}
            </Button>
          ))}
        </Group>
      )}
    </div>
  );
}
