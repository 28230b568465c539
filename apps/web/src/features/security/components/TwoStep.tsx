import { Alert, Button, Group } from '@mantine/core';
import type { SecurityView } from '@headwater/contract/security';
import { formatDate } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { confirm, openModal } from '#ui/modals.tsx';
import { showSnackbar } from '#ui/snackbar.tsx';
import { StatusPill } from '#ui/StatusPill.tsx';
import { type Proof, useSecurityChanges } from '../api/security.ts';
import { ProofForm } from './ProofForm.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import classes from './security.module.css';
import { SetUpApp } from './SetUpApp.tsx';

interface ProofRequest<R> {
  title: string;
  text: string;
  submitLabel: string;
  submit: (proof: Proof) => Promise<R>;
}

function useTwoStepActions(view: SecurityView) {
  const { t } = useTranslation('security');
  const { removeApp, renewCodes } = useSecurityChanges();
  const requestProof = <R,>({ title, ...rest }: ProofRequest<R>) =>
    openModal<{ result: R }>({
      title,
      content: (close) => <ProofForm {...rest} view={view} onDone={(result) => close({ result })} onCancel={() => close()} />,
    });
  const mayLose = () => confirm({ title: t('loseTitle'), text: t('loseText'), confirm: t('lose'), danger: true });
  const showCodes = (codes: readonly string[]) =>
    openModal({ title: t('codesTitle'), mayClose: mayLose, content: (close) => <RecoveryCodes codes={codes} close={() => close()} /> });
  return {
    async setUp() {
      const codes = await openModal<string[]>({ title: t('setUpTitle'), content: (close) => <SetUpApp view={view} close={close} /> });
      if (!codes) return;
      await showCodes(codes);
      showSnackbar({ message: t('turnedOn'), tone: 'success' });
    },
    async turnOff() {
      const done = await requestProof({ title: t('turnOffTitle'), text: t('turnOffText'), submitLabel: t('turnOff'), submit: removeApp });
      if (done) showSnackbar({ message: t('turnedOff'), tone: 'success' });
    },
    async renew() {
      const done = await requestProof({ title: t('renewTitle'), text: t('renewText'), submitLabel: t('renew'), submit: renewCodes });
      if (done) await showCodes(done.result.recovery_codes);
    },
  };
}

/** DEC-08. `isExplained`: the page already explains the requirement. */
export function TwoStep({ view, isExplained = false }: { view: SecurityView; isExplained?: boolean }) {
  const { t } = useTranslation('security');
  const { setUp, turnOff, renew } = useTwoStepActions(view);
  const since = view.authenticator_since;
  return (
    <>
      <div className={classes.block}>
        <div className={classes.head}>
          <h3 className={classes.heading}>{t('twoStep')}</h3>
          <StatusPill color={since === null ? 0 : 4}>{t(since === null ? 'off' : 'on')}</StatusPill>
          {since !== null && <span className={classes.quiet}>{t('since', { date: formatDate(since, currentLanguage(), 'date') })}</span>}
        </div>
        <p className={classes.quiet}>{t('twoStepText')}</p>
        {!isExplained && view.is_required && since === null && view.passkeys.length === 0 && (
          <Alert color="yellow" p="sm" mt={8}>
            {t('required')}
          </Alert>
        )}
        <Group gap="sm" mt={8}>
          <Button variant={since === null ? 'filled' : 'default'} onClick={() => void setUp()}>
            {t(since === null ? 'setUp' : 'replace')}
          </Button>
          {since !== null && (!view.is_required || view.passkeys.length > 0) && (
            <Button variant="default" onClick={() => void turnOff()}>
              {t('turnOff')}
            </Button>
          )}
        </Group>
      </div>
      {since !== null && (
        <div className={classes.block}>
          <div className={classes.head}>
            <h3 className={classes.heading}>{t('recovery')}</h3>
            <StatusPill color={view.recovery_codes_left > 2 ? 4 : 2}>{t('left', { count: view.recovery_codes_left })}</StatusPill>
          </div>
          <p className={classes.quiet}>{t('recoveryText')}</p>
          <Group gap="sm" mt={8}>
            <Button variant="default" onClick={() => void renew()}>
              {t('renew')}
            </Button>
          </Group>
        </div>
      )}
    </>
  );
}
