import { Button, Group } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { mayAccess } from '@headwater/domain/access';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { loadTexts } from '#lib/i18n.ts';
import { openModal } from '#ui/modals.tsx';
import { SkeletonForm } from '#ui/skeletons.tsx';
import { mayLeave } from '#ui/unsaved.ts';

const TemplateChoice = lazy(async () => {
  const [module] = await Promise.all([import('#features/templates/components/TemplateChoice.tsx'), loadTexts('templates')]);
  return { default: module.TemplateChoice };
});
const WriteWithAi = lazy(async () => {
  const [module] = await Promise.all([import('../ai/WriteWithAi.tsx'), loadTexts('message-generation')]);
  return { default: module.WriteWithAi };
});
const Composer = lazy(async () => ({ default: (await import('#features/outreach/components/Composer.tsx')).Composer }));

/** Opens the composer for one person. */
export function openComposer({
  title,
  profileId,
  candidateId,
}: {
  title: string;
  profileId: number;
  candidateId?: number | undefined;
}): void {
  let typed = false;
  const onTyped = (now: boolean) => void (typed = now);
  void openModal({
    title,
    size: 'lg',
    mayClose: () => !typed || mayLeave(),
    content: (close) => (
      <Suspense fallback={<SkeletonForm fields={5} />}>
        <Composer
          profileId={profileId}
          candidateId={candidateId}
          onTyped={onTyped}
          onDone={() => close()}
          start={(pick, typed) => (
            <Suspense>
              <Group gap={4} ml="auto">
                <WriteWithAi profileId={profileId} candidateId={candidateId} typed={typed} onPick={pick} />
                <TemplateChoice
                  onPick={({ subject, body, custom_variables: variables, attachments }) =>
                    pick({ subject, body, custom_variables: variables, attachments })
                  }
                />
              </Group>
            </Suspense>
          )}
        />
      </Suspense>
    ),
  });
}

/** Writes to the person of a profile; only for who may send messages. */
export function MessageButton({ profileId, candidateId }: { profileId: number; candidateId?: number | undefined }) {
  const { t } = useTranslation('outreach');
  const user = useCurrentUser();
  if (!mayAccess('messaging', asActor(user))) return null;
  return (
    <Button
      size="xs"
      leftSection={<IconSend size={14} />}
      onClick={() => openComposer({ title: t('writeMessage'), profileId, candidateId })}
    >
      {t('message')}
    </Button>
  );
}
