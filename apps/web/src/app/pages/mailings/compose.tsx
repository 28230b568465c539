import { lazy, Suspense } from 'react';
import type { StepEditorProps } from '#features/mailings/components/steps/StepEditor.tsx';
import { loadTexts } from '#lib/i18n.ts';
import { openModal } from '#ui/modals.tsx';
import { SkeletonText } from '#ui/skeletons.tsx';

const TemplateChoice = lazy(async () => {
  const [module] = await Promise.all([import('#features/templates/components/TemplateChoice.tsx'), loadTexts('templates')]);
  return { default: module.TemplateChoice };
});
const MessageDetails = lazy(async () => {
  const [module] = await Promise.all([import('#features/outreach/components/MessageDetails.tsx'), loadTexts('outreach')]);
  return { default: module.MessageDetails };
});

/** Starts a message of a mailing from a template, with its files. */
export const startFromTemplate: StepEditorProps['start'] = (pick) => (
  <Suspense>
    <TemplateChoice onPick={({ subject, body, custom_variables, attachments }) => pick({ subject, body, custom_variables, attachments })} />
  </Suspense>
);

/** Shows one message whole: its state, what happened to it, what came back. */
export function openMessage({ id, subject }: { id: number; subject: string }): void {
  const content = () => (
    <Suspense fallback={<SkeletonText lines={8} />}>
      <MessageDetails id={id} />
    </Suspense>
  );
  void openModal({ title: subject, size: 'lg', content });
}
