import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { MessageDetails } from '#features/outreach/components/MessageDetails.tsx';
import { messageStatuses, SentMessages } from '#features/outreach/components/SentMessages.tsx';
import { usePageTitle } from '#lib/page-title.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { SplitPane } from '#ui/SplitPane.tsx';

interface Address {
  status?: string;
  search?: string;
  page?: string;
  message?: string;
}

/** SENT-001: what was sent, and one message beside the list. */
export function SentPage() {
  const { t } = useTranslation('outreach');
  const address = useSearch({ strict: false }) as Address;
  const navigate = useNavigate();
  usePageTitle(t('sentMessages'));
  const go = (change: Record<string, unknown>) =>
    void navigate({ to: '.', search: ((known: Record<string, unknown>) => ({ ...known, ...change })) as never });
  const page = Number(address.page ?? 1);
  const openId = Number(address.message) || undefined;
  return (
    <SplitPane
      id="sent"
      label={t('messages')}
      pane={
        openId && (
          <div style={{ padding: '16px 20px 40px', overflowY: 'auto', height: '100%' }}>
            <MessageDetails key={openId} id={openId} heading />
          </div>
        )
      }
      onClose={() => go({ message: undefined })}
    >
      <PageHeader title={t('sentMessages')} />
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
