import { Button, Group } from '@mantine/core';
import { IconMailPlus, IconSparkles } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { MailingListView } from '@headwater/contract/mailings';
import { ApiError } from '#lib/api-error.ts';
import { api, orpc } from '#lib/api.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useScreenParams } from '#lib/screen-params.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { SkeletonForm } from '#ui/skeletons.tsx';
import { showError } from '#ui/snackbar.tsx';
import { EmptyState, ErrorState, NoAccess } from '#ui/states.tsx';
import { type CandidateFilter, candidateInput, candidatesWith, useAddPeople } from '../api/add.ts';
import { mailingQuery, mailingsQuery, useRefreshMailings } from '../api/mailings.ts';
import { mailingParams } from '../model/params.ts';
import { OneMailing, type OneMailingProps } from './OneMailing.tsx';

export interface MailingScreenProps extends Omit<OneMailingProps, 'list' | 'lists' | 'onNew'> {
  missing: ReactNode;
}

const candidatesQuery = (folderId: number, filter: CandidateFilter) =>
  orpc.candidates.ofVacancy.queryOptions({ input: { ...candidateInput(folderId, filter), per_page: 1 } });

function useNewMailing(folderId: number, { lists, filter }: { lists: readonly MailingListView[]; filter: CandidateFilter }) {
  const { t } = useTranslation('mailings');
  const { change } = useScreenParams(mailingParams);
  const refresh = useRefreshMailings();
  const add = useAddPeople();
  return useMutation({
    mutationFn: async () => {
      const list = await api.mailings.create({ folder_id: folderId, name: t('firstName', { number: lists.length + 1 }) });
      const ids = await candidatesWith(folderId, filter).catch(showError);
      // The mailing stays without them: its Recipients tab adds them, too.
      if (ids && ids.length > 0) await add(list, { candidate_ids: ids, source: 'vacancy', open_contacts: false }).catch(showError);
      return list;
    },
    onSuccess: async ({ id }) => {
      await refresh();
      change({ list: id, tab: 'message', recipient: undefined, of: [], named: '', messages: undefined });
    },
    onError: showError,
  });
}

/** MAIL-001 */
export function MailingScreen({ folderId, missing, ...rest }: MailingScreenProps) {
  const { t } = useTranslation('mailings');
  const navigate = useNavigate();
  const { shown, change } = useScreenParams(mailingParams);
  usePageTitle(t('title'));
  const query = useQuery(mailingsQuery(folderId));
  const lists = query.data?.mailing_lists ?? [];
  // Candidates of a new mailing: those of the filter in the address, else all.
  const filter = { statuses: shown.of, query: shown.named, messages: shown.messages };
  const isFiltered = shown.of.length > 0 || shown.named !== '' || shown.messages !== undefined;
  const found = lists.find(({ id }) => id === shown.list) ?? (shown.list === undefined && !isFiltered ? lists[0] : undefined);
  // Query the open mailing separately, because it changes more often than the list.
  const one = useQuery({ ...mailingQuery(found?.id ?? 0), enabled: found !== undefined, placeholderData: found });
  const create = useNewMailing(folderId, { lists, filter });
  const count = useQuery({ ...candidatesQuery(folderId, filter), enabled: query.isSuccess && found === undefined }).data?.count;
  const status = query.error instanceof ApiError ? query.error.status : undefined;
  if (status === 404) return missing;
  const back = () => void navigate({ to: '/folders/$folderId', params: { folderId: String(folderId) } });
  const list = one.data ?? found;
  if (list && found) {
    return <OneMailing key={found.id} folderId={folderId} list={list} lists={lists} onNew={() => create.mutate()} {...rest} />;
  }
  return (
    <>
      <PageHeader title={t('title')} onBack={back} />
      {status === 403 && <NoAccess text={t('noAccessText')} />}
      {query.isError && status !== 403 && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <SkeletonForm fields={5} />}
      {query.isSuccess && (
        <EmptyState
          icon={<IconMailPlus size={24} stroke={1.5} />}
          title={t(lists.length > 0 ? 'empty.new' : 'empty.title')}
          text={`${t('empty.text')} ${count ? t('empty.to', { count }) : ''}`}
          action={
            <Group gap="sm" justify="center">
              <Button loading={create.isPending} onClick={() => create.mutate()}>
                {t('empty.action')}
              </Button>
              {lists[0] && (
                <Button variant="default" onClick={() => change({ list: lists[0]?.id, of: [], named: '', messages: undefined })}>
                  {t('empty.open', { name: lists[0].name })}
                </Button>
              )}
              <Button variant="default" leftSection={<IconSparkles size={16} />} onClick={rest.onWriteWithAi}>
                {t('writeWithAi')}
              </Button>
            </Group>
          }
        />
      )}
    </>
  );
}
