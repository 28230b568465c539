import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { MessagePane } from '#features/outreach/components/MessagePane.tsx';
import { messageStatuses, SentMessages } from '#features/outreach/components/SentMessages.tsx';
import { usePageTitle } from '#lib/page-title.ts';
import { useShortcuts } from '#lib/shortcuts.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { SplitPane } from '#ui/SplitPane.tsx';
import { MessagesTabs } from './MessagesTabs.tsx';

interface Address {
  status?: string;
  search?: string;
  page?: string;
  message?: string;
}

/** Escape closes the pane wherever the focus is. */
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

/** SENT-001: what was sent, and one message beside the list. */
export function SentPage() {
  const { t } = useTranslation('outreach');
  const address = useSearch({ strict: false }) as Address;
  const navigate = useNavigate();
  usePageTitle(t('sentMessages'));
  const go = (change: Record<string, unknown>) =>
    void navigate({ to: '.', search: ((known: Record<string, unknown>) => ({ ...known, ...change })) as never });
  const close = () => go({ message: undefined });
  const page = Number(address.page ?? 1);
  const openId = Number(address.message) || undefined;
  useCloseKey(openId !== undefined, close);
  return (
    <SplitPane id="sent" label={t('messages')} pane={openId && <MessagePane key={openId} id={openId} onClose={close} />} onClose={close}>
      <PageHeader title={t('sentMessages')}>
        <MessagesTabs />
      </PageHeader>
      <SentMessages
        status={messageStatuses.find((name) => name === address.status)}
        search={address.search ?? ''}
        page={Number.isInteger(page) && page > 0 ? page : 1}
        openId={openId}
        onChange={go}
        onOpen={(id) => go({ message: String(id) })}
      />
    </SplitPane>
  );
}
