import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { createContext, type ReactNode, use, useMemo, useState } from 'react';
import type { StatusBadge } from '@headwater/contract/statuses';
import { useTranslation } from '#lib/use-translation.ts';
import { StatusPill } from '#ui/StatusPill.tsx';

interface Choice {
  /** Element next to the menu; gets the focus back. */
  anchor: HTMLElement;
  statuses: readonly StatusBadge[];
  current?: number | undefined;
  onChoose: (status: StatusBadge) => void;
}

const OpenStatusMenu = createContext<(choice: Choice) => void>(() => {});

export const useOpenStatusMenu = () => use(OpenStatusMenu);

/** One menu for hundreds of rows, instead of a closed one in each. */
export function StatusMenuHost({ children }: { children: ReactNode }) {
  const { t } = useTranslation('vacancies');
  const [choice, setChoice] = useState<Choice>();
  const [opened, setOpened] = useState(false);
  const open = useMemo(
    () => (next: Choice) => {
      setChoice(next);
      setOpened(true);
    },
    [],
  );
  const close = () => {
    setOpened(false);
    choice?.anchor.focus();
  };
  const box = choice?.anchor.getBoundingClientRect();
  return (
    <OpenStatusMenu value={open}>
      {children}
      {choice && box && (
        <Menu key={`${choice.anchor.id}${box.top}${box.left}`} opened={opened} onClose={close} trapFocus returnFocus={false} shadow="md">
          <Menu.Target>
            <span
              aria-hidden
              style={{ position: 'fixed', top: box.top, left: box.left, width: box.width, height: box.height, pointerEvents: 'none' }}
            />
          </Menu.Target>
          <Menu.Dropdown aria-label={t('chooseStatus')}>
            {choice.statuses.map((status) => (
              <Menu.Item
                key={status.id}
                aria-current={status.id === choice.current}
                rightSection={status.id === choice.current ? <IconCheck size={14} aria-hidden /> : <span style={{ width: 14 }} />}
                onClick={() => choice.onChoose(status)}
              >
                <StatusPill color={status.color} quiet>
                  {status.name}
                </StatusPill>
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </OpenStatusMenu>
  );
}
