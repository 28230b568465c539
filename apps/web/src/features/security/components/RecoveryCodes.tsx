import { Button, Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from '#lib/use-translation.ts';
import { CopyTextButton } from '#ui/CopyTextButton.tsx';
import classes from './security.module.css';

/** The server shows the codes only once. */
export function RecoveryCodes({ codes, close }: { codes: readonly string[]; close: () => void }) {
  const { t } = useTranslation('security');
  const text = codes.join('\n');
  return (
    <div className={classes.dialog}>
      <p className={classes.lead}>{t('codesText')}</p>
      <ul className={classes.codes} aria-label={t('recovery')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="sm">
        <CopyTextButton value={text} label={t('copyAll')} />
        <Button
          component="a"
          variant="default"
          leftSection={<IconDownload size={14} />}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          download={`${t('fileName')}.txt`}
        >
          {t('download')}
        </Button>
      </Group>
      <Group justify="flex-end">
        <Button onClick={close}>{t('codesSaved')}</Button>
      </Group>
    </div>
  );
}
