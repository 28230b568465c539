import { Button } from '@mantine/core';
import type { InstallationStatus } from '@headwater/contract/installation';
import { formatDate, formatNumber, formatSize } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { Fact, FactList } from '#ui/FactList.tsx';
import { SectionHead } from '#ui/SectionHead.tsx';
import { showError } from '#ui/snackbar.tsx';
import { useBackUp } from '../api/installation.ts';

type BackupsProps = Pick<InstallationStatus, 'backups'>;

function BackUpButton({ isRunning }: { isRunning: boolean }) {
  const { t } = useTranslation('installation');
  const backUp = useBackUp();
  return (
    <Button size="xs" variant="default" loading={isRunning || backUp.isPending} onClick={() => backUp.mutate({}, { onError: showError })}>
      {t('backUp')}
    </Button>
  );
}

function LastBackup({ last }: { last: NonNullable<BackupsProps['backups']['last']> }) {
  const { t } = useTranslation('installation');
  const language = currentLanguage();
  return (
    <>
      <Fact label={t('lastBackup')}>{formatDate(last.taken_at, language, 'dateTime')}</Fact>
      <Fact label={t('verified')}>{formatDate(last.verified_at, language, 'dateTime')}</Fact>
      <Fact label={t('size')}>
        {`${formatSize(last.bytes, language)} · ${t('files', { count: last.files, shown: formatNumber(last.files, language) })}`}
      </Fact>
      <Fact label={t('encryption')}>{t(last.is_encrypted ? 'encrypted' : 'notEncrypted')}</Fact>
    </>
  );
}

function Plan({ plan }: { plan: NonNullable<BackupsProps['backups']['plan']> }) {
  const { t } = useTranslation('installation');
  return (
    <>
      <Fact label={t('schedule')}>{t('everyNight', { time: `${String(plan.hour).padStart(2, '0')}:00` })}</Fact>
      <Fact label={t('kept')}>{`${t('keptDays', { count: plan.keep_days })}, ${t('keptWeeks', { count: plan.keep_weeks })}`}</Fact>
      <Fact label={t('folder')}>{plan.folder}</Fact>
    </>
  );
}

export function Backups({ backups: { plan, last, is_running: isRunning } }: BackupsProps) {
  const { t } = useTranslation('installation');
  return (
    <section>
      <SectionHead title={t('backups')}>{plan && <BackUpButton isRunning={isRunning} />}</SectionHead>
      <FactList>
        {last ? <LastBackup last={last} /> : <Fact label={t('lastBackup')}>{t('none')}</Fact>}
        {plan ? <Plan plan={plan} /> : <Fact label={t('schedule')}>{t('notSetUp')}</Fact>}
      </FactList>
    </section>
  );
}
