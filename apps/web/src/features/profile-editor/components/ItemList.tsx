import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { useEventListener, useMergedRef } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from '#lib/use-translation.ts';
import { useEditor } from '../model/editor-form.ts';
import { type EditorList, type EditorValues, newKey } from '../model/form.ts';
import classes from './editor.module.css';

interface ItemListProps<List extends EditorList> {
  list: List;
  itemName: (item: EditorValues[List][number], index: number) => string;
  addLabel: string;
  make: () => Omit<EditorValues[List][number], 'key'>;
  addFirst?: boolean;
  shape?: 'line' | 'card';
  children: (item: EditorValues[List][number], index: number) => ReactNode;
}

const most = 100;

/** Alt and arrow keys move an item from any of its fields. */
export function ItemList<List extends EditorList>(props: ItemListProps<List>) {
  const { list, itemName, addLabel, make, addFirst = false, shape = 'card', children } = props;
  const { t } = useTranslation('profile-editor');
  const { form } = useEditor();
  const items = form.values[list] as EditorValues[List][number][];
  const [fresh, setFresh] = useState<string>();
  const [announcement, setAnnouncement] = useState('');
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (fresh) root.current?.querySelector<HTMLElement>(`[data-item="${fresh}"] input, [data-item="${fresh}"] textarea`)?.focus();
  }, [fresh]);
  const add = () => {
    const key = newKey();
    form.insertListItem(list, { ...make(), key } as never, addFirst ? 0 : undefined);
    setFresh(key);
  };
  const move = (from: number, to: number) => {
    if (to < 0 || to >= items.length) return;
    form.reorderListItem(list, { from, to });
    setAnnouncement(t('moved', { place: to + 1, count: items.length }));
  };
  const remove = (index: number) => {
    form.removeListItem(list, index);
    requestAnimationFrame(() => root.current?.querySelector<HTMLElement>('[data-add]')?.focus());
  };
  const listening = useEventListener<'keydown', HTMLDivElement>('keydown', (event) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') || !(event.target instanceof Element)) return;
    const key = event.target.closest('[data-item]')?.getAttribute('data-item');
    const index = items.findIndex((item) => item.key === key);
    if (index < 0) return;
    event.preventDefault();
    move(index, event.key === 'ArrowUp' ? index - 1 : index + 1);
  });
  return (
    <div ref={useMergedRef(root, listening)} className={classes.items} data-shape={shape}>
      {items.map((item, index) => (
        <fieldset key={item.key} data-item={item.key} className={classes.item} aria-label={itemName(item, index)}>
          <div className={classes.itemBody}>{children(item, index)}</div>
          <div className={classes.itemButtons}>
            <Tooltip label={`${t('moveUp')}  Alt ↑`}>
              <ActionIcon
                aria-label={`${t('moveUp')}: ${itemName(item, index)}`}
                disabled={index === 0}
                onClick={() => move(index, index - 1)}
              >
                <IconArrowUp size={14} />
              </ActionIcon>
            </Tooltip>
            <Tooltip label={`${t('moveDown')}  Alt ↓`}>
              <ActionIcon
                aria-label={`${t('moveDown')}: ${itemName(item, index)}`}
                disabled={index === items.length - 1}
                onClick={() => move(index, index + 1)}
              >
                <IconArrowDown size={14} />
              </ActionIcon>
            </Tooltip>
            <Tooltip label={t('remove')}>
              <ActionIcon aria-label={`${t('remove')}: ${itemName(item, index)}`} onClick={() => remove(index)}>
                <IconTrash size={14} />
              </ActionIcon>
            </Tooltip>
          </div>
        </fieldset>
      ))}
      <div>
        <Button size="xs" variant="default" data-add leftSection={<IconPlus size={14} />} disabled={items.length >= most} onClick={add}>
          {addLabel}
        </Button>
      </div>
      <div aria-live="polite" className="hw-visually-hidden">
        {announcement}
      </div>
    </div>
  );
}
