import { Suspense } from 'react';
import { textsOf } from '#lib/i18n.ts';
import { withTexts } from '#lib/lazy-with-texts.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { opening, openModal } from '#ui/modals.tsx';
import { showError } from '#ui/snackbar.tsx';
import { mayLeave } from '#ui/unsaved.ts';

const Notice = lazyPart(() => import('#features/message-generation/components/LlmMailingNotice.tsx'), 'LlmMailingNotice', [
  'message-generation',
]);

export function MailingByAiNotice(props: Parameters<typeof Notice>[0]) {
  return (
    <Suspense>
      <Notice {...props} />
    </Suspense>
  );
}

/** Resolves with undefined if the user cancels. */
export async function openLlmMailing(vacancyId: number, candidateIds?: readonly number[]): Promise<number | undefined> {
  try {
    const [{ LlmMailingForm }, { NoModel }] = await opening(() =>
      Promise.all([
        withTexts(() => import('#features/message-generation/components/LlmMailingForm.tsx'), ['message-generation']),
        withTexts(() => import('#features/vacancy-descriptions/components/NoModel.tsx'), ['vacancy-descriptions']),
      ]),
    );
    const t = textsOf('message-generation');
    let isTyped = false;
    const hold = (now: boolean) => void (isTyped = now);
    return await openModal<number>({
      title: t('mailing.title'),
      size: 'lg',
      mayClose: () => !isTyped || mayLeave(),
      content: (close) => (
        <LlmMailingForm
          vacancyId={vacancyId}
          candidateIds={candidateIds}
          noModel={<NoModel until={t('until')} />}
          onOpen={close}
          onTyped={hold}
        />
      ),
    });
  } catch (error) {
    showError(error);
    return undefined;
  }
}
