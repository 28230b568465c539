import { Box, Button, Group, Loader, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { VacancyDescription } from '@headwater/contract/vacancy-descriptions';
import { api, orpc } from '#lib/api.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm, type ServerFormHandle, useServerForm } from '#ui/form.tsx';
import { SkeletonForm } from '#ui/skeletons.tsx';
import { ErrorState } from '#ui/states.tsx';
import { DescriptionOutcome } from './DescriptionOutcome.tsx';
import { NoModel } from './NoModel.tsx';
import { useDescription } from './use-description.ts';

type Fields = Pick<VacancyDescription, 'position' | 'company_name' | 'responsibilities' | 'requirements' | 'additional_info' | 'language'>;

export interface DescriptionWriterProps {
  position: string;
  companyName: string;
  onUse: (text: string) => void;
  onTyped: (typed: boolean) => void;
}

const fieldsOf = ({ position, company_name, responsibilities, requirements, additional_info, language }: Fields): Fields => ({
  position,
  company_name,
  responsibilities,
  requirements,
  additional_info,
  language,
});

/** AIO-001 to AIO-009. Changes nothing outside until the text is used. */
export function DescriptionWriter(props: DescriptionWriterProps) {
  const { t } = useTranslation('vacancy-descriptions');
  const { data, error, refetch } = useQuery(orpc.vacancyDescriptions.languages.queryOptions());
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonForm fields={5} />;
  if (!data.is_connected) return <NoModel until={t('until')} />;
  return <Writer {...props} languages={data.languages} credits={data.credits} />;
}

interface WriterProps extends DescriptionWriterProps {
  languages: readonly { id: VacancyDescription['language']; name: string }[];
  credits: number | null;
}

function Writer({ position, companyName, onUse, onTyped, languages, credits }: WriterProps) {
  const { t } = useTranslation(['vacancy-descriptions', 'ui']);
  const { current, isUnderWay: isWriting, earlier, follow, leave, stop } = useDescription();
  const [text, setText] = useState<string>();
  const form = useServerForm<Fields, VacancyDescription>({
    initialValues: {
      position,
      company_name: companyName,
      responsibilities: '',
      requirements: '',
      additional_info: '',
      language: currentLanguage(),
    },
    submit: (values) =>
      current ? api.vacancyDescriptions.update({ id: current.id, ...values, generate: true }) : api.vacancyDescriptions.create(values),
    onDone: (made) => {
      setText(undefined);
      follow(made);
    },
  });
  const isTyped = form.dirty || (text !== undefined && text !== current?.body);
  useEffect(() => {
    onTyped(isTyped);
  }, [onTyped, isTyped]);
  const choose = (chosen: VacancyDescription) => {
    form.form.setValues(fieldsOf(chosen));
    form.form.resetDirty(fieldsOf(chosen));
    form.form.clearErrors();
    setText(undefined);
    follow(chosen);
  };
  return (
    <Stack gap="md">
      <Earlier descriptions={earlier} current={current} onChoose={choose} disabled={isWriting} />
      <ServerForm form={form} bare>
        <FactFields form={form} languages={languages} />
        <Group justify="space-between" gap="sm">
          <Text size="sm" c="dimmed">
            {credits === null ? '' : t('credits', { count: credits })}
          </Text>
          <Button type="submit" leftSection={<IconSparkles size={16} />} loading={form.pending} disabled={isWriting}>
            {current ? t('generateAnew') : t('generate')}
          </Button>
        </Group>
      </ServerForm>
      {current && (
        <Seen key={`${current.id} ${isWriting ? 'writing' : current.progress}`}>
          {isWriting ? (
            <Writing onCancel={() => void stop()} />
          ) : (
            <DescriptionOutcome
              description={current}
              text={text ?? current.body}
              onText={setText}
              onUse={onUse}
              onSaved={leave}
              onRemoved={() => {
                form.reset();
                setText(undefined);
                leave();
              }}
            />
          )}
        </Seen>
      )}
    </Stack>
  );
}

interface EarlierProps {
  descriptions: readonly VacancyDescription[];
  current: VacancyDescription | undefined;
  onChoose: (chosen: VacancyDescription) => void;
  disabled: boolean;
}

/** AIO-010. */
function Earlier({ descriptions, current, onChoose, disabled }: EarlierProps) {
  const { t } = useTranslation('vacancy-descriptions');
  if (descriptions.length === 0) return null;
  return (
    <Select
      label={t('earlier')}
      placeholder={t('earlierPlaceholder')}
      value={current ? String(current.id) : null}
      onChange={(id) => {
        const chosen = descriptions.find((one) => String(one.id) === id);
        if (chosen) onChoose(chosen);
      }}
      disabled={disabled}
      data={descriptions.map((one) => ({ value: String(one.id), label: `${one.position} · ${one.company_name}` }))}
    />
  );
}

function FactFields({ form, languages }: { form: ServerFormHandle<Fields>; languages: WriterProps['languages'] }) {
  const { t } = useTranslation('vacancy-descriptions');
  const lines = { autosize: true, minRows: 2, maxRows: 8, maxLength: 5000 };
  return (
    <>
      <TextInput data-autofocus label={t('position')} required maxLength={200} {...form.field('position')} />
      <TextInput label={t('companyName')} required maxLength={200} {...form.field('company_name')} />
      <Textarea
        label={t('responsibilities')}
        description={t('responsibilitiesHelp')}
        required
        {...lines}
        {...form.field('responsibilities')}
      />
      <Textarea label={t('requirements')} {...lines} {...form.field('requirements')} />
      <Textarea label={t('additionalInfo')} description={t('additionalInfoHelp')} {...lines} {...form.field('additional_info')} />
      <Select
        label={t('language')}
        allowDeselect={false}
        data={languages.map(({ id, name }) => ({ value: id, label: name }))}
        {...form.field('language')}
      />
    </>
  );
}

/** Scrolls into view, because it is below a long form. */
function Seen({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'end' });
  }, []);
  return (
    <Box ref={place} style={{ scrollMarginBottom: 'var(--mantine-spacing-md)' }}>
      {children}
    </Box>
  );
}

/** AIO-008. */
function Writing({ onCancel }: { onCancel: () => void }) {
  const { t } = useTranslation(['vacancy-descriptions', 'ui']);
  return (
    <Group justify="space-between" aria-live="polite">
      <Group gap="sm">
        <Loader size="sm" />
        <Text>{t('writing')}</Text>
      </Group>
      <Button variant="default" onClick={onCancel}>
        {t('cancel', { ns: 'ui' })}
      </Button>
    </Group>
  );
}
