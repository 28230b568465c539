import { useEffect, useMemo, useRef } from 'react';
import { MessagePane } from '#features/outreach/components/MessagePane.tsx';
import { SentMessages } from '#features/outreach/components/SentMessages.tsx';
import { sentParams } from '#features/outreach/model/params.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useScreenParams } from '#lib/screen-params.ts';
import { useShortcuts } from '#lib/shortcuts.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { SplitPane } from '#ui/SplitPane.tsx';
import { MessagesTabs } from './MessagesTabs.tsx';

function useCloseKey(open: boolean, close: () => void) {
  const { t } = useTranslation('ui');
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useShortcuts(
    useMemo(() => [{ keys: 'Escape', label: t('close'), group: t('table'), act: () => latest.current(), disabled: !open }], [t, open]),
  );
}

function MessagesPage({ view }: { view: 'sent' | 'scheduled' }) {
  const { t } = useTranslation('outreach');
  const { shown, change } = useScreenParams(sentParams);
  const openId = shown.message;
  usePageTitle(t(view === 'sent' ? 'sentMessages' : 'scheduled'));
  const close = () => change({ message: undefined });
  useCloseKey(openId !== undefined, close);
  return (
    <SplitPane id="sent" label={t('messages')} pane={openId && <MessagePane key={openId} id={openId} onClose={close} />} onClose={close}>
      <SentMessages view={view} tabs={<MessagesTabs />} />
    </SplitPane>
  );
}

/** SENT-001. */
export const SentPage = () => <MessagesPage view="sent" />;

export const ScheduledPage = () => <MessagesPage view="scheduled" />;
