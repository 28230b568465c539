import { Menu } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { atsVendors } from '@headwater/domain/ats/vendors';
import { useTranslation } from '#lib/use-translation.ts';
import { useAtsVendors, useSendToAts } from '../send-to-ats.ts';

/** ATS-039 */
export function SendItems({ profileId }: { profileId: number }) {
  const { t } = useTranslation('profiles');
  const vendors = useAtsVendors();
  const send = useSendToAts();
  return vendors.map((vendor) => (
    <Menu.Item
      key={vendor}
      leftSection={<IconSend size={16} stroke={1.6} />}
      onClick={() => void send(vendor, { of: 'profile', id: profileId, count: 1 })}
    >
      {t('sendTo', { service: atsVendors[vendor].title })}…
    </Menu.Item>
  ));
}
