import { useParams } from '@tanstack/react-router';
import { useRefreshMailings } from '#features/mailings/api/mailings.ts';
import { MailingScreen, type MailingScreenProps } from '#features/mailings/components/MailingScreen.tsx';
import { mailingParams } from '#features/mailings/model/params.ts';
import { idParam, useScreenParams } from '#lib/screen-params.ts';
import { MailingByAiNotice, openLlmMailing } from '../ai/llm-mailing.tsx';
import { NotFoundPage } from '../NotFoundPage.tsx';
import { openDeliverability, openMessage, startFromTemplate } from './compose.tsx';

/** Users review generated messages before the launch. */
const reviewNotice: MailingScreenProps['notice'] = ({ folderId, list, onReview }) =>
  list.status === 'draft' && <MailingByAiNotice vacancyId={folderId} listId={list.id} onReview={onReview} />;

/** MAIL-001. */
export function MailingPage() {
  const { folderId } = useParams({ strict: false }) as { folderId: string };
  const { change } = useScreenParams(mailingParams);
  const refresh = useRefreshMailings();
  const vacancyId = idParam.read(folderId);
  if (vacancyId === undefined) return <NotFoundPage />;
  const writeWithAi = async () => {
    const listId = await openLlmMailing(vacancyId);
    if (listId === undefined) return;
    await refresh();
    change({ list: listId, tab: 'personalization', recipient: undefined });
  };
  return (
    <MailingScreen
      key={folderId}
      folderId={vacancyId}
      missing={<NotFoundPage />}
      start={startFromTemplate}
      onOpenMessage={openMessage}
      onDeliverability={openDeliverability}
      onWriteWithAi={() => void writeWithAi()}
      notice={reviewNotice}
    />
  );
}
