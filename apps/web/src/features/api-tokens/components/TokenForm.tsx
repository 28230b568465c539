import { Radio, Select, Stack, TextInput } from '@mantine/core';
import type { MadeToken, TokenRequest } from '@headwater/contract/api-tokens';
import { type ApiArea, apiAreas, type ApiScope } from '@headwater/domain/api-scopes';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import { openModal } from '#ui/modals.tsx';
import type { Prove, TokenProof } from '../api/tokens.ts';
import classes from './tokens.module.css';

type Level = 'none' | 'read' | 'write';
const levels: readonly Level[] = ['none', 'read', 'write'];

// A type alias, because forms need an index signature.
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

const endOf = (day: string): Date => new Date(`${day}T23:59:59`);

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

interface TokenFormProps {
  everything: string;
  close: (request?: TokenRequest) => void;
}

/** API-005 */
function TokenForm({ everything, close }: TokenFormProps) {
  const { t } = useTranslation('api-tokens');
  const form = useServerForm<Values, TokenRequest>({
    initialValues,
    validate: {
      scopes: (_value: string, values: Values) => (scopesOf(values).length === 0 ? t('needsArea') : null),
      expires_at: (value: string) => (value !== '' && endOf(value) <= new Date() ? t('endsPast') : null),
    },
    submit: (values) =>
      Promise.resolve({
        scopes: scopesOf(values),
        expires_at: values.expires_at === '' ? null : endOf(values.expires_at).toISOString(),
      }),
    onDone: close,
  });
  const { reach } = form.values;
  const { error: scopeError } = form.field('scopes');
  return (
    <ServerForm form={form} submitLabel={t('continue')} onCancel={() => close()}>
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

/** Undefined if the user cancels. */
export async function openTokenForm(
  { title, everything, submitLabel, prove }: { title: string; everything: string; submitLabel: string; prove: Prove },
  make: (request: TokenRequest, proof: TokenProof) => Promise<MadeToken>,
): Promise<MadeToken | undefined> {
  const request = await openModal<TokenRequest>({ title, content: (close) => <TokenForm everything={everything} close={close} /> });
  return request && prove({ title, submitLabel, submit: (proof) => make(request, proof) });
}
