import { Radio, Stack } from '@mantine/core';
import type { ExportCheck } from '@headwater/contract/candidate-export';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import classes from './export.module.css';

interface ClosedContactsProps {
  check: ExportCheck | undefined;
  refusal: string | undefined;
  opens: boolean;
  onChange: (opens: boolean) => void;
}

/** CONT-022 */
export function ClosedContacts({ check, refusal, opens, onChange }: ClosedContactsProps) {
  const { t } = useTranslation('candidate-export');
  const hidden = check?.hidden ?? 0;
  if (!refusal && hidden === 0) return null;
  const left = check?.available ?? null;
  return (
    <Radio.Group label={t('contacts')} value={opens && !refusal ? 'open' : 'skip'} onChange={(value) => onChange(value === 'open')}>
      <Stack gap="xs" mt={6}>
        {refusal ? (
          <output className={classes.refusal}>{refusal}</output>
        ) : (
          <Radio
            value="open"
            label={t('open', { count: hidden })}
            description={left === null ? undefined : t('left', { left: formatNumber(left, currentLanguage()) })}
          />
        )}
        <Radio value="skip" label={t('skip')} />
      </Stack>
    </Radio.Group>
  );
}
