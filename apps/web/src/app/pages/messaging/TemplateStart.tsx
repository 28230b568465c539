import { Button, Group, Stack, Text } from '@mantine/core';
import { Suspense } from 'react';
import type { AttachmentView } from '@headwater/contract/templates';
import type { DraftVariable } from '#features/editor/model/variables.ts';
import { withTemplate } from '#features/templates/model/with-template.ts';
import { textsOf } from '#lib/i18n.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { openModal } from '#ui/modals.tsx';

const TemplateChoice = lazyPart(() => import('#features/templates/components/TemplateChoice.tsx'), 'TemplateChoice', ['templates']);

interface WrittenText {
  subject: string;
  body: string;
  custom_variables: DraftVariable[];
  attachments: readonly AttachmentView[];
}

interface TemplateStartProps<Text extends WrittenText> {
  typed: Text;
  onPick: (text: WrittenText) => void;
}

type Answer = 'replace' | 'insert';

function askHow(): Promise<Answer | undefined> {
  const t = textsOf('templates');
  return openModal<Answer>({
    title: t('useTitle'),
    content: (close) => (
      <Stack gap="lg">
        <Text c="dimmed">{t('useText')}</Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={() => close('replace')}>
            {t('replace')}
          </Button>
          <Button data-autofocus onClick={() => close('insert')}>
            {t('insert')}
          </Button>
        </Group>
      </Stack>
    ),
  });
}

/** Choice of a template. With typed text, the user decides whether it stays above the template. */
export function TemplateStart<Text extends WrittenText>({ typed, onPick }: TemplateStartProps<Text>) {
  const use = async (template: WrittenText) => {
    const hasText = typed.subject.trim() !== '' || typed.body !== '' || typed.attachments.length > 0;
    const how = hasText ? await askHow() : 'replace';
    if (how) onPick(how === 'insert' ? withTemplate(typed, template) : template);
  };
  return (
    <Suspense>
      <TemplateChoice
        onPick={({ subject, body, custom_variables: variables, attachments }) =>
          void use({ subject, body, custom_variables: variables, attachments })
        }
      />
    </Suspense>
  );
}
