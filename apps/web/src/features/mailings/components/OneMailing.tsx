import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import type { MailingListView } from '@headwater/contract/mailings';
import { orpc } from '#lib/api.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useScreenParams } from '#lib/screen-params.ts';
import { sendEvent } from '#lib/usage-events.ts';
import { useScreenEvent } from '#lib/use-screen-event.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { useRemoveMailing } from '../api/launch.ts';
import { mailingEvent } from '../api/mailings.ts';
import { mailingParams } from '../model/params.ts';
import { useSteps } from '../model/use-steps.ts';
import { AddCandidates } from './add/AddCandidates.tsx';
import { MailingHead } from './MailingHead.tsx';
import { LaunchTab, Recipients } from './MailingTabContent.tsx';
import { MessageTab } from './MessageTab.tsx';
import { openRename } from './RenameForm.tsx';
import type { StepEditorProps } from './steps/StepEditor.tsx';

export interface OneMailingProps extends Pick<StepEditorProps, 'start'> {
  folderId: number;
  onOpenMessage: (message: { id: number; subject: string }) => void;
  onDeliverability: () => void;
  onWriteWithAi: () => void;
  notice: (about: { folderId: number; list: MailingListView; onReview: (() => void) | undefined }) => ReactNode;
  list: MailingListView;
  lists: readonly MailingListView[];
  onNew: () => void;
}

/** MAIL-002 */
export function OneMailing({
  list,
  lists,
  folderId,
  onNew,
  start,
  onOpenMessage,
  onDeliverability,
  onWriteWithAi,
  notice,
}: OneMailingProps) {
  const { t } = useTranslation('mailings');
  const navigate = useNavigate();
  const { shown, change } = useScreenParams(mailingParams);
  const steps = useSteps(list);
  const remove = useRemoveMailing();
  const vacancy = useQuery(orpc.vacancies.get.queryOptions({ input: { id: folderId } })).data;
  const statuses = vacancy?.statuses.filter((status) => status.is_active) ?? [];
  const toVacancy = () => void navigate({ to: '/folders/$folderId', params: { folderId: String(folderId) } });
  usePageTitle(list.name);
  useScreenEvent(list.id, () => sendEvent('Mailing List: Open', mailingEvent(list)));
  useScreenEvent(shown.tab === 'message' ? undefined : shown.tab, () => sendEvent('Mailing List: Manage', mailingEvent(list)));
  // Save pending changes before another tab shows server data.
  const { flush } = steps;
  useEffect(() => {
    if (shown.tab !== 'message') void flush();
  }, [shown.tab, flush]);
  const review = () => change({ tab: 'personalization', recipient: undefined });
  const recipients = { list, onOpenMessage, add: list.permissions.edit && <AddCandidates list={list} folderId={folderId} /> };
  return (
    <>
      <MailingHead
        list={list}
        lists={lists}
        tab={shown.tab}
        save={{ state: steps.state, onRetry: () => void flush() }}
        onBack={toVacancy}
        onOpenList={(id) => change({ list: id, recipient: undefined, page: 1 })}
        onNew={onNew}
        onWriteWithAi={onWriteWithAi}
        onRename={() => openRename(list, t('rename'))}
        onRemove={() => void remove(list).then((gone) => gone && change({ list: undefined, recipient: undefined }))}
      />
      {notice({ folderId, list, onReview: shown.tab === 'personalization' ? undefined : review })}
      {shown.tab === 'message' && <MessageTab list={list} steps={steps} start={start} />}
      {shown.tab === 'personalization' && <Recipients first="personal" {...recipients} />}
      {shown.tab === 'launch' && <LaunchTab steps={steps} statuses={statuses} onDeliverability={onDeliverability} {...recipients} />}
    </>
  );
}
