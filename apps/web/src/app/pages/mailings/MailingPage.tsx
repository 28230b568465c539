import { useParams } from '@tanstack/react-router';
import { MailingScreen } from '#features/mailings/components/MailingScreen.tsx';
import { NotFoundPage } from '../NotFoundPage.tsx';
import { openDeliverability, openMessage, startFromTemplate } from './compose.tsx';

/** MAIL-001. */
export function MailingPage() {
  const { folderId } = useParams({ strict: false }) as { folderId: string };
  if (!/^[1-9]\d{0,14}$/.test(folderId)) return <NotFoundPage />;
  return (
    <MailingScreen
      key={folderId}
      folderId={Number(folderId)}
      missing={<NotFoundPage />}
      start={startFromTemplate}
      onOpenMessage={openMessage}
      onDeliverability={openDeliverability}
    />
  );
}
