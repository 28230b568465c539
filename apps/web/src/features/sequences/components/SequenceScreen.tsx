import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots, IconPencil, IconTrash, IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { MailingListView } from '@headwater/contract/mailings';
import { useRefreshMailings } from '#features/mailings/api/mailings.ts';
import { LaunchTab } from '#features/mailings/components/MailingTabContent.tsx';
import { MailingStatus } from '#features/mailings/components/MailingStatus.tsx';
import { openRename } from '#features/mailings/components/RenameForm.tsx';
import { useTranslation } from '#lib/use-translation.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { statusesQuery } from '../api/sequences.ts';
import { openRemove } from './RemoveDialog.tsx';

interface SequenceScreenProps {
  menu?: ReactNode;
  sequence: MailingListView;
  onOpenMessage: (message: { id: number; subject: string }) => void;
  onDeliverability: () => void;
}

function SequenceMenu({ sequence, further }: { sequence: MailingListView; further: ReactNode }) {
  const { t } = useTranslation(['sequences', 'ui']);
  const navigate = useNavigate();
  const refresh = useRefreshMailings();
  const { permissions, name } = sequence;
  const remove = async () => {
    if (!(await openRemove(sequence, t('remove.title', { name })))) return;
    await navigate({ to: '/messaging/sequences' });
    await refresh();
  };
  if (!permissions.edit && !permissions.remove && !further) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t('more', { ns: 'ui' })}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {permissions.edit && (
          <Menu.Item leftSection={<IconPencil size={14} />} onClick={() => openRename(sequence, t('rename'))}>
            {t('rename')}
          </Menu.Item>
        )}
        {further}
        {permissions.remove && (
          <Menu.Item color="red" leftSection={<IconTrash size={14} />} onClick={() => void remove()}>
            {t('remove.action')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function FindPeople() {
  const { t } = useTranslation('sequences');
  return (
    <Button component={Link} to="/" size="xs" variant="default" leftSection={<IconUserPlus size={14} />}>
      {t('findPeople')}
    </Button>
  );
}

const nothingWaits = { flush: () => Promise.resolve(true) };
const exportHref = (id: number) => (ids: readonly number[]) =>
  `/api/v6/sequences/${id}/recipients/export/${ids.length > 0 ? `?ids=${ids.join(',')}` : ''}`;

/** SEQ-004. */
export function SequenceScreen({ sequence, menu, onOpenMessage, onDeliverability }: SequenceScreenProps) {
  const { t } = useTranslation('sequences');
  const navigate = useNavigate();
  const statuses = useQuery(statusesQuery).data?.statuses ?? [];
  const sequenceId = String(sequence.id);
  return (
    <>
      <PageHeader
        title={sequence.name}
        note={<MailingStatus status={sequence.status} />}
        onBack={() => void navigate({ to: '/messaging/sequences' })}
        actions={
          <>
            <Button
              component={Link}
              to={`/messaging/sequences/${sequenceId}/edit`}
              size="xs"
              variant="default"
              leftSection={<IconPencil size={14} />}
            >
              {t('edit')}
            </Button>
            <SequenceMenu sequence={sequence} further={menu} />
          </>
        }
      />
      <LaunchTab
        list={sequence}
        steps={nothingWaits}
        statuses={statuses.filter((status) => status.is_active)}
        onOpenMessage={onOpenMessage}
        onDeliverability={onDeliverability}
        add={<FindPeople />}
        exportHref={exportHref(sequence.id)}
        wholeHref={(profileId) => `/messaging/sequences/${sequenceId}/profile/${profileId}`}
      />
    </>
  );
}
