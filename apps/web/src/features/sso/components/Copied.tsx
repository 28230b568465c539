import { Button, CopyButton, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './sso.module.css';

/** A text that is put in elsewhere. */
export function Copied({ label, description, value }: { label: string; description?: string; value: string }) {
  const { t } = useTranslation('sso');
  return (
    <div>
      <div className={classes.copied}>
        <TextInput label={label} value={value} readOnly onFocus={(event) => event.currentTarget.select()} />
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy} aria-label={t('copyNamed', { name: label })}>
              {copied ? t('copied') : t('copy')}
            </Button>
          )}
        </CopyButton>
      </div>
      {description !== undefined && <p className={classes.help}>{description}</p>}
    </div>
  );
}
