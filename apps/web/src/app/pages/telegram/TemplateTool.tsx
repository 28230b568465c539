import { useMutation } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { ToolsProps } from '#features/telegram/components/Composer.tsx';
import { api } from '#lib/api.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { lazyPart } from '#ui/lazy-part.tsx';

const TemplateChoice = lazyPart(() => import('#features/templates/components/TemplateChoice.tsx'), 'TemplateChoice', [
  'templates',
  'editor',
]);

export function TemplateTool({ dialogId, writing: { insert, say } }: ToolsProps) {
  const { t } = useTranslation('telegram');
  const fill = useMutation({
    mutationFn: (templateId: number) => api.telegramDialogs.fillTemplate({ id: dialogId, template_id: templateId }),
    onSuccess: ({ message, empty_variables: missing }) => {
      insert(message);
      if (missing.length > 0) say(t('emptyVariables', { names: missing.join(', ') }));
    },
    onError: (error) => say(error.message),
  });
  return (
    <Suspense fallback={null}>
      <TemplateChoice onPick={({ id }) => fill.mutate(id)} />
    </Suspense>
  );
}
