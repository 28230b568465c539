import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconEye, IconFlag, IconHistory, IconShare } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { mayAccess } from '@headwater/domain/access';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { textsOf } from '#lib/i18n.ts';
import { withTexts } from '#lib/lazy-with-texts.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { opening, openModal } from '#ui/modals.tsx';
import { showError } from '#ui/snackbar.tsx';
import { mayClose } from '#ui/unsaved.ts';
import { DeleteItem } from './DeleteItem.tsx';
import { MergeItems } from './MergeItems.tsx';
import { SendItems } from './SendItems.tsx';
import { PrivacyItems } from './PrivacyItems.tsx';

async function share(profileId: number): Promise<void> {
  const { ShareDialog } = await opening(() => withTexts(() => import('#features/profiles/components/share/ShareDialog.tsx'), ['profiles']));
  const t = textsOf('profiles');
  await openModal({ title: t('share.title'), size: 'md', content: () => <ShareDialog profileId={profileId} /> });
}

async function report(profileId: number, source: string): Promise<void> {
  const { ReportForm } = await opening(() =>
    withTexts(() => import('#features/profile-reports/components/ReportForm.tsx'), ['profile-reports']),
  );
  const t = textsOf('profile-reports');
  const query = new URLSearchParams(location.search).get('q') ?? '';
  await openModal({
    title: t('menu'),
    size: 'md',
    mayClose,
    content: (close) => <ReportForm profileId={profileId} source={source} query={query} onDone={close} />,
  });
}

export function ProfileMenu({ profileId, source }: { profileId: number; source: 'profile' | 'search' | 'vacancy' }) {
  const { t } = useTranslation('profiles');
  const user = useCurrentUser();
  const searches = mayAccess('search', asActor(user));
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={30} aria-label={t('moreActions')}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {searches && user.permissions.personal_info && (
          <Menu.Item leftSection={<IconShare size={16} stroke={1.6} />} onClick={() => void share(profileId).catch(showError)}>
            {t('share.share')}…
          </Menu.Item>
        )}
        {searches && (
          <Menu.Item
            leftSection={<IconHistory size={16} stroke={1.6} />}
            renderRoot={(props) => <Link to={`/profiles/${profileId}/history`} {...props} />}
          >
            {t('history')}
          </Menu.Item>
        )}
        {mayAccess('own_audit', asActor(user)) && (
          <Menu.Item
            leftSection={<IconEye size={16} stroke={1.6} />}
            renderRoot={(props) => (
              <Link to="/company/events" search={{ kind: 'profile_viewed', target: 'profile', id: profileId }} {...props} />
            )}
          >
            {t('whoOpened')}
          </Menu.Item>
        )}
        {searches && user.permissions.personal_info && <MergeItems profileId={profileId} />}
        <SendItems profileId={profileId} />
        <Menu.Item leftSection={<IconFlag size={16} stroke={1.6} />} onClick={() => void report(profileId, source).catch(showError)}>
          {t('report')}…
        </Menu.Item>
        {searches && <DeleteItem profileId={profileId} />}
        <PrivacyItems profileId={profileId} />
      </Menu.Dropdown>
    </Menu>
  );
}
