import { Radio, Select, Stack, TextInput } from '@mantine/core';
import type { MadeToken } from '@headwater/contract/api-tokens';
import { type ApiArea, apiAreas, type ApiScope } from '@headwater/domain/api-scopes';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import { openModal } from '#ui/modals.tsx';
import type { NamedRequest, Prove, TokenProof } from '../api/tokens.ts';
import classes from './tokens.module.css';

type Level = 'none' | 'read' | 'write';
const levels: readonly Level[] = ['none', 'read', 'write'];

// A type alias, because forms need an index signature.
type Values = Record<ApiArea, Level> & {
  reach: 'everything' | 'some';
  expires_at: string;
  scopes: string;
  name: string;
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
  name: '',
};

interface TokenFormProps {
  everything: string;
  /** Names of other tokens, in lower case; undefined: the token has no name. */
  taken?: ReadonlySet<string> | undefined;
  close: (request?: NamedRequest) => void;
}

/** API-005 */
function TokenForm({ everything, taken, close }: TokenFormProps) {
  const { t } = useTranslation('api-tokens');
  const nameFault = (value: string, known: ReadonlySet<string> | undefined): string | null => {
    if (!known) return null;
    if (value.trim() === '') return t('needsName');
    return known.has(value.trim().toLowerCase()) ? t('nameTaken') : null;
  };
  const form = useServerForm<Values, NamedRequest>({
    initialValues,
    validate: {
      name: (value: string) => nameFault(value, taken),
      scopes: (_value: string, values: Values) => (scopesOf(values).length === 0 ? t('needsArea') : null),
      expires_at: (value: string) => (value !== '' && endOf(value) <= new Date() ? t('endsPast') : null),
    },
    submit: (values) =>
      Promise.resolve({
        name: values.name.trim(),
        scopes: scopesOf(values),
        expires_at: values.expires_at === '' ? null : endOf(values.expires_at).toISOString(),
      }),
    onDone: close,
  });
  const { reach } = form.values;
  const { error: scopeError } = form.field('scopes');
  return (
    <ServerForm form={form} submitLabel={t('continue')} onCancel={() => close()}>
      {taken && <TextInput label={t('name')} description={t('nameText')} required maxLength={100} data-autofocus {...form.field('name')} />}
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
  {
    title,
    everything,
    submitLabel,
    prove,
    taken,
  }: { title: string; everything: string; submitLabel: string; prove: Prove; taken?: ReadonlySet<string> },
  make: (request: NamedRequest, proof: TokenProof) => Promise<MadeToken>,
): Promise<MadeToken | undefined> {
  const request = await openModal<NamedRequest>({
    title,
    content: (close) => <TokenForm everything={everything} taken={taken} close={close} />,
  });
  return request && prove({ title, submitLabel, submit: (proof) => make(request, proof) });
}
