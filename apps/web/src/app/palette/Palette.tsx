import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import '@mantine/spotlight/styles.layer.css';
import { IconSearch } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { PaletteItem, PaletteSource } from '#lib/palette.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { useOwnItems } from './own-items.ts';
import { useSettingItems } from './setting-items.ts';
import { useSearchFor, useSources } from './sources.ts';
import classes from './Palette.module.css';

const [store, spotlight] = createSpotlight();

/** The component selects the first item only while the user types. */
function markFirst(): void {
  const actions = document.getElementById(store.getState().listId)?.querySelectorAll('[data-action]') ?? [];
  for (const [index, action] of actions.entries()) action.toggleAttribute('data-selected', index === 0);
  store.updateState((state) => ({ ...state, selected: actions.length > 0 ? 0 : -1 }));
}

/** Makes the scroll area focusable. The component passes this on but does not declare it. */
const scrollable = { viewportProps: { tabIndex: 0 } };

const fold = (text: string) => text.toLocaleLowerCase().replaceAll('ё', 'е');

const beginsWord = (text: string, word: string) => text.startsWith(word) || text.includes(` ${word}`);

/** Prefixes of labels come first; matches inside words count only without any prefix match. */
export function matching(items: readonly PaletteItem[], query: string): PaletteItem[] {
  const words = fold(query).split(/\s+/).filter(Boolean);
  const first = words.join(' ');
  const rankOf = ({ label, note, keywords, group }: PaletteItem): number => {
    if (fold(label).startsWith(first)) return 3;
    const text = fold([label, note, keywords, group].filter(Boolean).join(' '));
    if (words.every((word) => beginsWord(text, word))) return 2;
    return words.every((word) => text.includes(word)) ? 1 : 0;
  };
  const ranked = items.map((item) => ({ item, rank: rankOf(item) })).filter(({ rank }) => rank > 0);
  const least = ranked.some(({ rank }) => rank > 1) ? 2 : 1;
  return ranked
    .filter(({ rank }) => rank >= least)
    .toSorted((left, right) => right.rank - left.rank)
    .map(({ item }) => item);
}

function useServerItems(query: string, opened: boolean): PaletteItem[] {
  const [settled] = useDebouncedValue(query.trim(), 120);
  const sources = useSources();
  const asks = ({ atOnce = false }: PaletteSource, words: string) => opened && (words.length >= 2 || (atOnce && words === ''));
  const results = useQueries({
    queries: sources.map((source) => ({
      queryKey: ['palette', source.id, settled],
      queryFn: ({ signal }: { signal: AbortSignal }) => source.find(settled, signal),
      enabled: asks(source, settled),
    })),
  });
  return sources.flatMap((source, place) => (asks(source, query.trim()) ? (results[place]?.data ?? []) : []));
}

export function Palette({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('palette');
  const [query, setQuery] = useState('');
  useEffect(() => (opened ? spotlight.open() : spotlight.close()), [opened]);
  const offered = useOwnItems();
  const settings = useSettingItems();
  const found = useServerItems(query, opened);
  const search = useSearchFor(query);
  const isEmpty = query.trim() === '';
  const items = isEmpty ? [...found, ...offered] : [...matching(offered, query), ...matching(settings, query), ...found, ...search];
  const groups = [...new Set(items.map((item) => item.group))];
  // Enter opens the first line, so it is selected.
  const shown = items.map((item) => item.id).join(' ');
  useEffect(() => {
    if (!opened) return undefined;
    const frame = requestAnimationFrame(markFirst);
    return () => cancelAnimationFrame(frame);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- new lines remove the selection
  }, [opened, shown]);
  return (
    <Spotlight.Root
      store={store}
      centered={false}
      yOffset="12vh"
      overlayProps={{ blur: 0, backgroundOpacity: 0.4 }}
      onSpotlightClose={onClose}
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      scrollable
      maxHeight={420}
      size={560}
      radius="lg"
      transitionProps={{ duration: 100, transition: 'fade' }}
      attributes={{ content: { 'aria-label': t('title') } }}
    >
      <Spotlight.Search placeholder={t('placeholder')} aria-label={t('title')} leftSection={<IconSearch size={18} stroke={1.6} />} />
      <Spotlight.ActionsList {...scrollable}>
        {groups.map((group) => (
          <Spotlight.ActionsGroup key={group} label={group}>
            {items
              .filter((item) => item.group === group)
              .map((item) => (
                <Spotlight.Action key={item.id} onClick={item.act} className={classes.action}>
                  <span className={classes.icon} aria-hidden>
                    {item.icon}
                  </span>
                  <span className={classes.label}>{item.label}</span>
                  {item.note && <span className={classes.note}>{item.note}</span>}
                </Spotlight.Action>
              ))}
          </Spotlight.ActionsGroup>
        ))}
        {items.length === 0 && <Spotlight.Empty>{t('nothing')}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
