import { Suspense } from 'react';
import type { StepEditorProps } from '#features/mailings/components/steps/StepEditor.tsx';
import { textsOf } from '#lib/i18n.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { openModal } from '#ui/modals.tsx';
import { SkeletonText } from '#ui/skeletons.tsx';

const TemplateStart = lazyPart(() => import('../messaging/TemplateStart.tsx'), 'TemplateStart', ['templates']);
const MessageDetails = lazyPart(() => import('#features/outreach/components/MessageDetails.tsx'), 'MessageDetails', ['outreach']);

const Deliverability = lazyPart(() => import('#features/deliverability/components/Deliverability.tsx'), 'Deliverability', [
  'deliverability',
]);

export const startFromTemplate: StepEditorProps['start'] = (pick, typed) => (
  <Suspense>
    <TemplateStart typed={typed} onPick={({ attachments, ...text }) => pick({ ...text, attachments: [...attachments] })} />
  </Suspense>
);

const deliverabilityContent = () => (
  <Suspense fallback={<SkeletonText lines={8} />}>
    <Deliverability />
  </Suspense>
);

export function openDeliverability(): void {
  void openModal({ title: textsOf('mailings')('launch.deliverability'), size: 'lg', content: deliverabilityContent });
}

export function openMessage({ id, subject }: { id: number; subject: string }): void {
  const content = () => (
    <Suspense fallback={<SkeletonText lines={8} />}>
      <MessageDetails id={id} />
    </Suspense>
  );
  void openModal({ title: subject, size: 'lg', content });
}
