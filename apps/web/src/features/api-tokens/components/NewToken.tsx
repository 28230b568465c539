import { Button, CopyButton, Group, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './tokens.module.css';

/** API-010: the token in full, this once. */
export function NewToken({ value }: { value: string }) {
  const { t } = useTranslation('api-tokens');
  return (
    <section className={classes.fresh} aria-label={t('fresh')}>
      <p className={classes.lead}>{t('freshText')}</p>
      <Group gap="xs" wrap="nowrap" align="end">
        <TextInput flex={1} readOnly label={t('fresh')} value={value} onFocus={(event) => event.currentTarget.select()} />
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Button variant="default" leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />} onClick={copy}>
              {copied ? t('copied') : t('copy')}
            </Button>
          )}
        </CopyButton>
      </Group>
    </section>
  );
}
