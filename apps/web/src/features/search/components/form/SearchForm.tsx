import { Button, SegmentedControl, Switch, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconSearch } from '@tabler/icons-react';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { linesOfQuery, type QueryLine } from '@headwater/domain/query/query-lines';
import { type QueryEntity, termsOf } from '@headwater/domain/query/term';
import { useShortcuts } from '#lib/shortcuts.ts';
import { useStoredState } from '#lib/stored-state.ts';
import { usePhone } from '#lib/use-phone.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { SkeletonText } from '#ui/skeletons.tsx';
import { type FormField, formCells, type FormLine, withLine } from '../../model/lines.ts';
import { FieldLine } from './FieldLine.tsx';
import { preloadChips } from './QueryChip.tsx';
import classes from './form.module.css';

const BooleanEditor = lazyPart(() => import('./BooleanEditor.tsx'), 'BooleanEditor', ['boolean']);

const KnownWords = lazyPart(() => import('./KnownWords.tsx'), 'KnownWords');

const isFreeWord = (entity: QueryEntity) => entity.type === 'APPLIED_TERM' && entity.data.field === 'text';

interface SearchFormProps {
  query: readonly QueryEntity[];
  /** SRCH-022, SRCH-023. */
  hash: string;
  onQuery: (query: QueryEntity[]) => void;
  look: 'v1' | 'v2';
  onAi?: (() => void) | undefined;
  aside?: ReactNode;
}

type Variant = 'simple' | 'pro';

/** SRCH-001 to SRCH-008. The address is the only state of the query. */
export function SearchForm({ query, hash, onQuery, look, onAi, aside }: SearchFormProps) {
  const { t } = useTranslation('search');
  const [variant, setVariant] = useStoredState<Variant>('search.form', 'simple');
  const [wantsText, setWantsText] = useStoredState('search.boolean', false);
  const lines = useMemo(() => linesOfQuery(query), [query]);
  const isText = !lines || (variant === 'pro' && wantsText);
  const variants = [
    { value: 'simple', label: <span title={t('simpleHint')}>{t('simple')}</span> },
    { value: 'pro', label: <span title={t('proHint')}>{t('pro')}</span> },
    ...(onAi ? [{ value: 'ai', label: t('ai') }] : []),
  ];
  useFormKey();
  const isPhone = usePhone();
  const [isUnfolded, setUnfolded] = useState(false);
  if (isPhone && query.length > 0 && !isUnfolded) return <FoldedForm query={query} aside={aside} onUnfold={() => setUnfolded(true)} />;
  return (
    <search className={classes.form} aria-label={t('form')} data-look={look}>
      {isText ? (
        <Suspense fallback={<SkeletonText lines={2} />}>
          <BooleanEditor query={query} onQuery={onQuery} note={lines ? undefined : t('boolean.onlyText')} />
        </Suspense>
      ) : (
        <Fields lines={lines} hash={hash} isPro={variant === 'pro'} onQuery={onQuery} />
      )}
      {query.some(isFreeWord) && (
        <Suspense>
          <KnownWords query={query} onQuery={onQuery} />
        </Suspense>
      )}
      <div className={classes.foot}>
        <SegmentedControl
          aria-label={t('variant')}
          data={variants}
          value={lines ? variant : 'pro'}
          disabled={!lines}
          onChange={(value) => (value === 'ai' ? onAi?.() : setVariant(value as Variant))}
        />
        {(variant === 'pro' || !lines) && (
          <Switch
            size="xs"
            label={t('boolean.switch')}
            checked={isText}
            disabled={!lines}
            onChange={(event) => setWantsText(event.currentTarget.checked)}
          />
        )}
        {variant === 'pro' && lines && <span className={classes.hint}>{t('proHint')}</span>}
        {query.length > 0 && (
          <Button variant="subtle" color="gray" size="compact-sm" onClick={() => onQuery([])}>
            {t('clear')}
          </Button>
        )}
        <div className={classes.footAside}>
          {aside}
          {isPhone && query.length > 0 && (
            <Button variant="default" size="compact-sm" onClick={() => setUnfolded(false)}>
              {t('fold')}
            </Button>
          )}
        </div>
      </div>
    </search>
  );
}

function FoldedForm({ query, aside, onUnfold }: { query: readonly QueryEntity[]; aside: ReactNode; onUnfold: () => void }) {
  const { t } = useTranslation('search');
  const words = termsOf(query)
    .map((term) => (term.is_excluded ? `−${term.text}` : term.text))
    .join(', ');
  return (
    <search className={classes.folded} aria-label={t('form')}>
      <UnstyledButton className={classes.unfold} aria-label={`${t('unfold')}: ${words}`} onClick={onUnfold}>
        <IconSearch size={15} aria-hidden />
        <span className={classes.foldedWords}>{words}</span>
        <IconChevronDown size={14} aria-hidden />
      </UnstyledButton>
      {aside}
    </search>
  );
}

interface FieldsProps {
  lines: readonly QueryLine[];
  hash: string;
  isPro: boolean;
  onQuery: (query: QueryEntity[]) => void;
}

function Fields({ lines, hash, isPro, onQuery }: FieldsProps) {
  const [adding, setAdding] = useState<ReadonlySet<FormField>>(new Set());
  const cells = formCells(lines, { isPro, adding });
  const stopAdding = (field: FormField) => setAdding(new Set([...adding].filter((one) => one !== field)));
  const change = (field: FormField, shown: FormLine, line: QueryLine) => {
    if (shown.at < 0 && line.terms.length === 0 && line.field === shown.line.field) return;
    if (shown.at < 0 && line.terms.length > 0) stopAdding(field);
    onQuery(withLine(lines, { line, at: shown.at }, hash));
  };
  const drop = (field: FormField, shown: FormLine) => {
    if (shown.at < 0) stopAdding(field);
    else onQuery(withLine(lines, { line: { ...shown.line, terms: [] }, at: shown.at }, hash));
  };
  return (
    <div className={classes.fields} onPointerEnter={preloadChips} onFocus={preloadChips}>
      {cells.map(({ field, lines: shown, mayAdd }) => (
        <div key={field} className={classes.cell}>
          {shown.map((one, number) => (
            <FieldLine
              key={one.key}
              field={field}
              shown={one}
              number={number}
              onLine={(line) => change(field, one, line)}
              queryOf={(line) => withLine(lines, { line, at: one.at }, hash)}
              onDrop={() => drop(field, one)}
              onAdd={mayAdd && number === shown.length - 1 ? () => setAdding(new Set([...adding, field])) : undefined}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

function useFormKey(): void {
  const { t } = useTranslation('search');
  const shortcuts = useMemo(
    () => [
      {
        keys: '/',
        label: t('keys.search'),
        group: t('keys.group'),
        act: () => document.querySelector<HTMLElement>('[data-search-field]')?.focus(),
      },
    ],
    [t],
  );
  useShortcuts(shortcuts);
}
