import { Group, TextInput } from '@mantine/core';
import { useTranslation } from '#lib/use-translation.ts';
import { CopyTextButton } from '#ui/CopyTextButton.tsx';
import classes from './tokens.module.css';

/** API-010: the full token is shown only once. */
export function NewToken({ value }: { value: string }) {
  const { t } = useTranslation('api-tokens');
  return (
    <section className={classes.fresh} aria-label={t('fresh')}>
      <p className={classes.lead}>{t('freshText')}</p>
      <Group gap="xs" wrap="nowrap" align="end">
        <TextInput flex={1} readOnly label={t('fresh')} value={value} onFocus={(event) => event.currentTarget.select()} />
        <CopyTextButton value={value} />
      </Group>
    </section>
  );
}
