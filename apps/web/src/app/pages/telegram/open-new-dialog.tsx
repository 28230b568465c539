import { NewDialog } from '#features/telegram/components/NewDialog.tsx';
import { textsOf } from '#lib/i18n.ts';
import { openModal } from '#ui/modals.tsx';

interface Whom {
  profileId?: number | undefined;
  name?: string | null | undefined;
  username?: string | undefined;
  onDone: (dialogId: number) => void;
}

export function openNewDialog({ profileId, name, username, onDone }: Whom): void {
  const t = textsOf('telegram');
  void openModal({
    title: name ? t('writeTo', { name }) : t('newDialog'),
    content: (close) => (
      <NewDialog
        profileId={profileId}
        username={username}
        onCancel={() => close()}
        onDone={({ id }) => {
          close();
          onDone(id);
        }}
      />
    ),
  });
}
