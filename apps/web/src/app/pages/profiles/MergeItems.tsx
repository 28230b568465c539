import { Menu } from '@mantine/core';
import { IconArrowMerge, IconArrowsSplit2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type UseNavigateResult, useNavigate } from '@tanstack/react-router';
import { mergedProfilesQuery } from '#features/profiles/api/merges.ts';
import { useDetachWithNotice } from '#features/profiles/components/MergedFrom.tsx';
import { textsOf } from '#lib/i18n.ts';
import { withTexts } from '#lib/lazy-with-texts.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { opening, openModal } from '#ui/modals.tsx';
import { showError } from '#ui/snackbar.tsx';

async function choose(profileId: number, navigate: UseNavigateResult<string>): Promise<void> {
  const { MergeDialog } = await opening(() => withTexts(() => import('#features/profiles/components/MergeDialog.tsx'), ['profiles', 'ui']));
  const t = textsOf('profiles');
  await openModal({
    title: t('merges.menu'),
    size: 'md',
    content: (close) => (
      <MergeDialog
        profileId={profileId}
        onCancel={close}
        onChosen={(other) => {
          close();
          void navigate({ to: `/profiles/${profileId}/edit`, search: { merge: String(other) } });
        }}
      />
    ),
  });
}

export function MergeItems({ profileId }: { profileId: number }) {
  const { t } = useTranslation('profiles');
  const { data } = useQuery(mergedProfilesQuery(profileId));
  const [navigate, detach] = [useNavigate(), useDetachWithNotice()];
  return (
    <>
      <Menu.Item leftSection={<IconArrowMerge size={16} stroke={1.6} />} onClick={() => void choose(profileId, navigate).catch(showError)}>
        {t('merges.menu')}…
      </Menu.Item>
      {data?.profiles
        .filter((one) => one.merged_into === profileId)
        .map((one) => (
          <Menu.Item key={one.id} leftSection={<IconArrowsSplit2 size={16} stroke={1.6} />} onClick={() => detach(one.id)}>
            {t('merges.detachName', { name: one.name ?? t('hiddenName') })}
          </Menu.Item>
        ))}
    </>
  );
}
