import { Button } from '@mantine/core';
import type { LinkedProvider, SecurityView } from '@headwater/contract/security';
import { useTranslation } from '#lib/use-translation.ts';
import { openModal } from '#ui/modals.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { showSnackbar } from '#ui/snackbar.tsx';
import { useSecurityChanges } from '../api/security.ts';
import { ProofForm } from './ProofForm.tsx';
import classes from './security.module.css';
import { mayProve } from './SocialAccounts.tsx';

function useUnlinking(view: SecurityView) {
  const { t } = useTranslation('security');
  const { removeProvider } = useSecurityChanges();
  return async ({ id, provider }: LinkedProvider) => {
    const isDone = await openModal<boolean>({
      title: t('social.disconnectTitle', { service: provider }),
      content: (close) => (
        <ProofForm
          view={view}
          text={t('social.disconnectText', { email: provider })}
          submitLabel={t('social.disconnect')}
          submit={(proof) => removeProvider(id, proof)}
          onDone={() => close(true)}
          onCancel={() => close()}
        />
      ),
    });
    if (isDone) showSnackbar({ message: t('social.disconnected', { service: provider }), tone: 'success', key: 'provider' });
  };
}

/** The user can unlink an identity if another sign-in method exists. */
export function LinkedProviders({ view }: { view: SecurityView }) {
  const { t } = useTranslation('security');
  const unlink = useUnlinking(view);
  const { identity_providers: providers, is_provider_required: isRequired } = view;
  if (providers.length === 0) return null;
  return (
    <div className={classes.block}>
      <h3 className={classes.heading}>{t('providers.title')}</h3>
      <p className={classes.quiet}>{t(isRequired ? 'providers.required' : 'providers.text')}</p>
      <ul className={classes.sessions}>
        {providers.map((one) => (
          <li key={one.id} className={classes.session}>
            <div className={classes.what}>
              {one.provider}
              <div className={classes.quiet}>
                {t('social.linked')} <RelativeTime value={one.linked_at} />
              </div>
            </div>
            {!isRequired && mayProve(view) && (
              <Button variant="default" aria-label={t('social.disconnectOf', { service: one.provider })} onClick={() => void unlink(one)}>
                {t('social.disconnect')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
