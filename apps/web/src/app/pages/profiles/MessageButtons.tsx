import { Button, Group } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { mayAccess } from '@headwater/domain/access';
import { profileQuery } from '#features/profiles/api/profile.ts';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { textsOf } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { openModal } from '#ui/modals.tsx';
import { mayLeave } from '#ui/unsaved.ts';
import { TelegramButton } from '../telegram/TelegramButton.tsx';

const TemplateStart = lazyPart(() => import('../messaging/TemplateStart.tsx'), 'TemplateStart', ['templates']);
const WriteWithAi = lazyPart(() => import('../ai/WriteWithAi.tsx'), 'WriteWithAi', ['message-generation']);
const Composer = lazyPart(() => import('#features/outreach/components/Composer.tsx'), 'Composer');

export function openComposer({
  name,
  profileId,
  candidateId,
}: {
  name: string | null | undefined;
  profileId: number;
  candidateId?: number | undefined;
}): void {
  const t = textsOf('outreach');
  let typed = false;
  const onTyped = (now: boolean) => void (typed = now);
  void openModal({
    title: name ? t('messageTo', { name }) : t('writeMessage'),
    size: 'lg',
    mayClose: () => !typed || mayLeave(),
    content: (close) => (
      <Composer
        profileId={profileId}
        candidateId={candidateId}
        onTyped={onTyped}
        onDone={() => close()}
        start={(pick, typed) => (
          <Suspense>
            <Group gap={4} ml="auto">
              <WriteWithAi profileId={profileId} candidateId={candidateId} typed={typed} onPick={pick} />
              <TemplateStart typed={typed} onPick={pick} />
            </Group>
          </Suspense>
        )}
      />
    ),
  });
}

export function MessageButtons({ profileId, candidateId }: { profileId: number; candidateId?: number | undefined }) {
  const { t } = useTranslation('outreach');
  const user = useCurrentUser();
  const name = useQuery({ ...profileQuery(profileId), enabled: false }).data?.name;
  return (
    <>
      {mayAccess('messaging', asActor(user)) && (
        <Button size="xs" leftSection={<IconSend size={14} />} onClick={() => openComposer({ name, profileId, candidateId })}>
          {t('message')}
        </Button>
      )}
      <TelegramButton profileId={profileId} />
    </>
  );
}
