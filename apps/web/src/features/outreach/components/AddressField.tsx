import { Autocomplete, Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ChangeEvent, FocusEvent, ReactNode } from 'react';
import { orpc } from '#lib/api.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { useOpenContacts } from '../api/open-contacts.ts';

interface Sources {
  sources: { email: string; source: string; is_valid: boolean }[];
  opened: boolean;
  available: number;
}

interface AddressFieldProps {
  profileId: number;
  sources: Sources | undefined;
  name: string;
  value?: string;
  error?: ReactNode;
  onChange?: (event: ChangeEvent<HTMLInputElement> | string) => void;
  onBlur?: (event: FocusEvent<HTMLInputElement>) => void;
}

const complete = /^\S+@\S+\.\S{2,}$/;

/** Undefined until loaded, or if the company writes to the address. */
function useSuppression(email: string) {
  const [settled] = useDebouncedValue(email.trim(), 300);
  const input = { email: settled };
  const check = useQuery({ ...orpc.suppressions.check.queryOptions({ input }), enabled: complete.test(settled), staleTime: 10_000 });
  return check.data?.is_suppressed && settled === email.trim() ? check.data.reason : undefined;
}

export function AddressField({ profileId, sources, value, error, onChange, name, onBlur }: AddressFieldProps) {
  const { t } = useTranslation('outreach');
  const open = useOpenContacts(profileId);
  const suppressed = useSuppression(value ?? '');
  const known = sources?.sources ?? [];
  const closed = sources !== undefined && !sources.opened && sources.available > known.length;
  const first = known.find((source) => source.is_valid)?.email;
  return (
    <Autocomplete
      label={t('to')}
      name={name}
      placeholder={first ?? (sources?.available === 0 ? t('noEmail') : '')}
      data={[...new Set(known.map((source) => source.email))]}
      value={value ?? ''}
      onChange={(typed) => onChange?.(typed)}
      onBlur={onBlur}
      error={error ?? (suppressed && t(`suppressed.${suppressed}`))}
      rightSectionWidth={closed ? 140 : 0}
      rightSection={
        closed && (
          <Button size="compact-xs" variant="light" loading={open.isPending} onClick={() => open.mutate()}>
            {t('openContacts')}
          </Button>
        )
      }
    />
  );
}
