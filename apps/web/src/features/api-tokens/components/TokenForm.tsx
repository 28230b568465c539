import { Radio, Select, Stack, TextInput } from '@mantine/core';
import type { MadeToken, TokenRequest } from '@headwater/contract/api-tokens';
import { type ApiArea, apiAreas, type ApiScope } from '@headwater/domain/api-scopes';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import classes from './tokens.module.css';

type Level = 'none' | 'read' | 'write';
const levels: readonly Level[] = ['none', 'read', 'write'];

// A type alias, as the form wants an index signature.
type Values = Record<ApiArea, Level> & {
  reach: 'everything' | 'some';
  expires_at: string;
  scopes: string;
};

const scopesOf = (values: Values): ApiScope[] =>
  values.reach === 'everything'
    ? ['everything']
    : apiAreas.flatMap((area): ApiScope[] => {
        const level = values[area];
        return level === 'none' ? [] : [`${area}:${level}`];
      });

const initialValues: Values = {
  reach: 'everything',
  search: 'none',
  profiles: 'none',
  vacancies: 'none',
  messaging: 'none',
  company: 'none',
  expires_at: '',
  scopes: '',
};

export interface TokenFormProps {
  create: (request: TokenRequest) => Promise<MadeToken>;
  /** What a token for everything may do. */
  everything: string;
  close: (made?: MadeToken) => void;
}

/** API-005. */
export function TokenForm({ create, everything, close }: TokenFormProps) {
  const { t } = useTranslation('api-tokens');
  const form = useServerForm<Values, MadeToken>({
    initialValues,
    validate: { scopes: (_value: string, values: Values) => (scopesOf(values).length === 0 ? t('needsArea') : null) },
    submit: (values) =>
      create({
        scopes: scopesOf(values),
        expires_at: values.expires_at === '' ? null : new Date(`${values.expires_at}T23:59:59`).toISOString(),
      }),
    onDone: close,
  });
  const { reach } = form.values;
  const { error: scopeError } = form.field('scopes');
  return (
    <ServerForm form={form} submitLabel={t('create')} onCancel={() => close()}>
      <Radio.Group label={t('reach')} {...form.field('reach')} error={reach === 'some' && scopeError}>
        <Stack gap={8} mt={4}>
          <Radio value="everything" label={t('everything')} description={everything} />
          <Radio value="some" label={t('some')} />
        </Stack>
      </Radio.Group>
      {reach === 'some' && (
        <div className={classes.areas}>
          {apiAreas.map((area) => (
            <Select
              key={area}
              label={t(`area.${area}`)}
              allowDeselect={false}
              data={levels.map((value) => ({ value, label: t(`level.${value}`) }))}
              {...form.field(area)}
            />
          ))}
        </div>
      )}
      <TextInput type="date" label={t('expires')} description={t('expiresText')} {...form.field('expires_at')} />
    </ServerForm>
  );
}
