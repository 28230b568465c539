import { Menu } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import type { Role } from '@headwater/domain/roles';
import { useTranslation } from '#lib/use-translation.ts';
import { confirm, openModal } from '#ui/modals.tsx';
import { type Prove, useTokenOf } from '../api/tokens.ts';
import { NewToken } from './NewToken.tsx';
import { openTokenForm } from './TokenForm.tsx';

interface TokenItemProps {
  person: { id: number; name: string; role: Role };
  replaces: boolean;
  prove: Prove;
}

const showToken = (title: string, value: string) => openModal({ title, content: () => <NewToken value={value} /> });

/** ROLE-022, EMP-024: a menu item for company administrators. */
export function TokenItem({ person, replaces, prove }: TokenItemProps) {
  const { t } = useTranslation('api-tokens');
  const create = useTokenOf(person);
  const { name } = person;
  const act = async () => {
    if (replaces && !(await confirm({ title: t('replaceTitle'), text: t('replaceText'), confirm: t('replace'), danger: true }))) return;
    const title = t('tokenOf', { name });
    const made = await openTokenForm({ title, everything: t('everythingOf'), submitLabel: t('create'), prove }, create);
    if (made) await showToken(title, made.access_token);
  };
  return (
    <Menu.Item leftSection={<IconKey size={16} stroke={1.6} />} onClick={() => void act()}>
      {t(replaces ? 'replaceItem' : 'createItem')}
    </Menu.Item>
  );
}
