import { Alert, Button } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useCallback, useMemo } from 'react';
import { type ChangeOptions, useScreenParams } from '#lib/screen-params.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { SkeletonList } from '#ui/skeletons.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { accountsQuery } from '../api/accounts.ts';
import { dialogsQuery, useForgetUnlinking, useNotUnlinked } from '../api/dialogs.ts';
import { useMarkUnreadError } from '../api/messages.ts';
import { dialogsOf } from '../model/conversation.ts';
import { dialogParams } from '../model/params.ts';
import { DialogRow } from './DialogRow.tsx';
import classes from './list.module.css';
import { useDialogKeys } from './use-dialog-keys.ts';
import { useNearView } from './use-kept-scroll.ts';

interface DialogListProps {
  onOpen: (id: number, options?: ChangeOptions) => void;
  start: ReactNode;
}

export function useDialogs() {
  const { shown } = useScreenParams(dialogParams);
  const query = useInfiniteQuery(dialogsQuery(shown));
  const pages = query.data?.pages;
  const dialogs = useMemo(() => pages && dialogsOf(pages), [pages]);
  return { query, dialogs, count: pages?.[0]?.count };
}

function useFiltering() {
  const { shown, change } = useScreenParams(dialogParams);
  const { search, show, recruiter, sim } = shown;
  return {
    isFiltered: search !== '' || show !== undefined || recruiter !== undefined || sim !== undefined,
    clear: () => change({ search: '', show: undefined, recruiter: undefined, sim: undefined }),
  };
}

function Nothing({ start }: { start: ReactNode }) {
  const { t } = useTranslation(['telegram', 'ui']);
  const { isFiltered, clear } = useFiltering();
  const cards = useQuery(accountsQuery).data?.count;
  const icon = <IconMessages size={24} stroke={1.5} />;
  if (!isFiltered && cards === 0) {
    const action = (
      <Button component={Link} to="/telegram-messenger/manager">
        {t('openSims')}
      </Button>
    );
    return <EmptyState icon={icon} title={t('noDialogs')} text={t('noSimYet')} action={action} />;
  }
  if (!isFiltered) return <EmptyState icon={icon} title={t('noDialogs')} text={t('noDialogsText')} action={start} />;
  return (
    <EmptyState
      icon={icon}
      title={t('noMatches', { ns: 'ui' })}
      text={t('noMatchesText', { ns: 'ui' })}
      action={
        <Button variant="default" onClick={clear}>
          {t('clearFilters', { ns: 'ui' })}
        </Button>
      }
    />
  );
}

function Refused({ text, onClose }: { text: string; onClose: () => void }) {
  const { t } = useTranslation('ui');
  return (
    <Alert color="red" role="alert" p="sm" className={classes.refused} withCloseButton closeButtonLabel={t('close')} onClose={onClose}>
      {text}
    </Alert>
  );
}

function NotMarked() {
  const { t } = useTranslation('telegram');
  const { error, clear } = useMarkUnreadError();
  return error && <Refused text={t('notMarkedUnread', { reason: error.message })} onClose={clear} />;
}

function NotUnlinked({ openId }: { openId: number | undefined }) {
  const { t } = useTranslation('telegram');
  const forget = useForgetUnlinking();
  return useNotUnlinked()
    .filter(({ id }) => id !== openId)
    .map(({ id, name, error }) => <Refused key={id} text={t('notUnlinked', { name, reason: error.message })} onClose={() => forget(id)} />);
}

export function DialogList({ onOpen, start }: DialogListProps) {
  const { t } = useTranslation('telegram');
  const { shown, change } = useScreenParams(dialogParams);
  const { query, dialogs } = useDialogs();
  const onClose = () => change({ dialog: undefined, details: undefined });
  const list = useDialogKeys({ dialogs: dialogs ?? [], openId: shown.dialog, onOpen, onClose });
  const { fetchNextPage, isFetching, isFetchNextPageError: failed } = query;
  const load = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const more = useNearView(query.hasNextPage && !isFetching && !failed ? load : undefined);
  return (
    <div className={classes.dialogs} data-scroller data-dimmed={query.isPlaceholderData || undefined}>
      <NotMarked />
      <NotUnlinked openId={shown.details === 'shown' ? shown.dialog : undefined} />
      {query.isError && !dialogs && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <SkeletonList rows={10} rowHeight={64} />}
      {dialogs?.length === 0 && <Nothing start={start} />}
      {dialogs && dialogs.length > 0 && (
        <ul ref={list} className={classes.list} aria-label={t('dialogs')}>
          {dialogs.map((dialog) => (
            <DialogRow key={dialog.id} dialog={dialog} isOpen={dialog.id === shown.dialog} onOpen={onOpen} />
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <div ref={more} className={classes.more}>
          <Button size="compact-sm" variant="subtle" loading={query.isFetchingNextPage} onClick={load}>
            {failed ? t('loadAgain') : t('more')}
          </Button>
        </div>
      )}
    </div>
  );
}
