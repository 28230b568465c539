import { Button, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from '#lib/use-translation.ts';

interface CopyTextButtonProps {
  value: string;
  label?: string;
  name?: string;
}

export function CopyTextButton({ value, label, name }: CopyTextButtonProps) {
  const { t } = useTranslation('ui');
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Button
          variant="default"
          leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
          onClick={copy}
          {...(name === undefined ? {} : { 'aria-label': t('copyNamed', { name }) })}
        >
          {copied ? t('copied') : (label ?? t('copy'))}
        </Button>
      )}
    </CopyButton>
  );
}
