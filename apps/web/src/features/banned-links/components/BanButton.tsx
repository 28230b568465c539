import { ActionIcon, Tooltip } from '@mantine/core';
import { IconBan } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '#lib/use-translation.ts';
import { showError } from '#ui/snackbar.tsx';
import { useAnnouncedBans } from './use-announced-bans.ts';

export function BanButton({ url }: { url: string }) {
  const { t } = useTranslation('banned-links');
  const { ban } = useAnnouncedBans();
  const [isBusy, setBusy] = useState(false);
  const act = () => {
    setBusy(true);
    void ban(url)
      .catch(showError)
      .finally(() => setBusy(false));
  };
  return (
    <Tooltip label={t('banLink')}>
      <ActionIcon size="sm" variant="subtle" color="gray" loading={isBusy} aria-label={`${t('banLink')}: ${url}`} onClick={act}>
        <IconBan size={14} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  );
}
