import { useParams } from '@tanstack/react-router';
import type { CandidateView } from '@headwater/contract/candidates';
import type { VacancyView } from '@headwater/contract/vacancies';
import { mayAccess } from '@headwater/domain/access';
import { SmartLink } from '#features/saved-queries/components/SmartLink.tsx';
import type { VacancyAddress } from '#features/vacancies/components/vacancy/vacancy-address.ts';
import { VacancyScreen } from '#features/vacancies/components/vacancy/VacancyScreen.tsx';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { usePhone } from '#lib/use-phone.ts';
import { NotFoundPage } from '../NotFoundPage.tsx';
import { MailingLink, useMailingActions } from '../mailings/vacancy-mailings.tsx';
import { CandidateProfile } from './CandidateProfile.tsx';
import { CandidateWriting } from './CandidateWriting.tsx';
import { ExportItem, useExportAction } from './export.tsx';
import { useSendAction } from './send-action.ts';
import { MessagingByStatusButton } from './MessagingByStatusButton.tsx';
import { ShortlistLink } from '../shortlists/ShortlistLink.tsx';
import { useShortlistAction } from './shortlist-action.ts';
import { useTagAction } from './tags.ts';

const headActions = (vacancy: VacancyView, shown: VacancyAddress) => (
  <>
    <MessagingByStatusButton vacancy={vacancy} />
    <ShortlistLink folderId={vacancy.id} />
    <SmartLink folderId={vacancy.id} />
    <MailingLink folderId={vacancy.id} shown={shown} />
  </>
);

const writing = (candidate: CandidateView) => <CandidateWriting candidate={candidate} />;

const menuItems = (vacancy: VacancyView, shown: VacancyAddress) => <ExportItem vacancy={vacancy} shown={shown} />;

/** VAC-003. */
export function VacancyPage() {
  const { folderId } = useParams({ strict: false }) as { folderId: string };
  const mailing = useMailingActions();
  const [actor, phone] = [asActor(useCurrentUser()), usePhone()];
  const mayWrite = mayAccess('telegram', actor) || (phone && mayAccess('messaging', actor));
  const [listing, tagging, exporting, sending] = [useShortlistAction(), useTagAction(), useExportAction(), useSendAction()];
  return (
    <VacancyScreen
      key={folderId}
      vacancyId={Number(folderId)}
      renderProfile={(open) => <CandidateProfile {...open} />}
      missing={<NotFoundPage />}
      actions={headActions}
      menu={menuItems}
      rowAction={mayWrite ? writing : undefined}
      furtherActions={(...about) => [
        ...listing(...about),
        ...mailing(...about),
        ...tagging(...about),
        ...exporting(...about),
        ...sending(...about),
      ]}
    />
  );
}
