import { Button, Checkbox, Radio, Switch } from '@mantine/core';
import { IconMinus, IconPlus, IconX } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { skillRanges } from '@headwater/domain/query/ranges';
import { fieldTypes, shownField } from '@headwater/domain/query/fields';
import { toggleExcluded } from '@headwater/domain/query/query-lines';
import { canonicalTerm, type TermData } from '@headwater/domain/query/term';
import { useTranslation } from '#lib/use-translation.ts';
import { SkeletonText } from '#ui/skeletons.tsx';
import { termEntryQuery } from '../../api/suggest-terms.ts';
import { type ChipGroup, withSynonyms } from '../../model/lines.ts';
import classes from './chip.module.css';

interface ChipOptionsProps {
  group: ChipGroup;
  onChange: (terms: TermData[]) => void;
}

export function ChipOptions({ group, onChange, onDone }: ChipOptionsProps & { onDone: () => void }) {
  const { t } = useTranslation('search');
  const { main, others } = group;
  const isSkill = shownField(main.field) === 'skill';
  const isMain = main.is_main_skill === true || main.field === 'mainSkillHigh';
  return (
    <div className={classes.options}>
      <div className={classes.actions}>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={main.is_excluded ? <IconPlus size={14} aria-hidden /> : <IconMinus size={14} aria-hidden />}
          onClick={() => {
            onDone();
            onChange([main, ...others].map(toggleExcluded));
          }}
        >
          {t(main.is_excluded ? 'chip.asIncluded' : 'chip.asExcluded')}
        </Button>
        <Button variant="default" size="compact-sm" leftSection={<IconX size={14} aria-hidden />} onClick={() => onChange([])}>
          {t('chip.removeIt')}
        </Button>
      </div>
      {isSkill && <MainSkill term={main} onChange={(term) => onChange([term])} />}
      {isMain && <p className={classes.hint}>{t('chip.mainNoSynonyms')}</p>}
      {!isMain && fieldTypes[main.field].exactSearchable && <Synonyms group={group} onChange={onChange} />}
    </div>
  );
}

/** SRCH-061, SRCH-062. */
function MainSkill({ term, onChange }: { term: TermData; onChange: (term: TermData) => void }) {
  const { t } = useTranslation('search');
  const years = [
    { value: '0', label: t('chip.anyYears') },
    ...skillRanges.map((range) => ({ value: String(range), label: t('chip.fromYears', { years: range }) })),
  ];
  const isMain = term.is_main_skill === true || term.field === 'mainSkillHigh';
  const { whithSynonym: _switch, suggestion_id: _id, skill_range: _range, ...plain } = term;
  return (
    <div className={classes.section}>
      {term.field !== 'mainSkillHigh' && (
        <Switch
          size="xs"
          label={t('chip.main')}
          checked={isMain}
          onChange={(event) => onChange(canonicalTerm({ ...plain, is_main_skill: event.currentTarget.checked }))}
        />
      )}
      {isMain && (
        <div>
          <Radio.Group
            label={t('chip.years')}
            size="xs"
            value={String(term.skill_range ?? 0)}
            onChange={(value) => onChange(canonicalTerm({ ...term, skill_range: Number(value) }))}
          >
            <div className={classes.years}>
              {years.map((option) => (
                <Radio key={option.value} size="xs" value={option.value} label={option.label} />
              ))}
            </div>
          </Radio.Group>
        </div>
      )}
    </div>
  );
}

function Synonyms({ group, onChange }: ChipOptionsProps) {
  const { t } = useTranslation('search');
  const { main, others } = group;
  const { data: meant, isPending } = useQuery({ ...termEntryQuery(main), placeholderData: keepPreviousData });
  if (isPending) return <SkeletonText lines={3} />;
  const known = meant?.synonyms ?? [];
  const all = known.filter((name) => name.toLowerCase() !== main.text.toLowerCase());
  const { whithSynonym: _switch, ...rest } = main;
  if (!meant || all.length === 0) {
    return (
      <div className={classes.section}>
        <p className={classes.hint}>{t('chip.noSynonyms')}</p>
        <Switch
          size="xs"
          label={t('chip.onlyWritten')}
          checked={main.whithSynonym === false}
          onChange={(event) => onChange([canonicalTerm(event.currentTarget.checked ? { ...main, whithSynonym: false } : rest)])}
        />
      </div>
    );
  }
  const on = new Set(main.whithSynonym === false ? others.map((term) => term.text) : all);
  const choose = (next: ReadonlySet<string>) => onChange(withSynonyms(group, { all, on: next, suggestionId: meant.id }));
  const toggle = (name: string) => {
    const next = new Set(on);
    if (!next.delete(name)) next.add(name);
    choose(next);
  };
  return (
    <fieldset className={classes.section}>
      <legend className={classes.heading}>{t('chip.synonyms')}</legend>
      <Checkbox
        label={t('chip.allSynonyms')}
        checked={on.size === all.length}
        indeterminate={on.size > 0 && on.size < all.length}
        onChange={() => choose(new Set(on.size === all.length ? [] : all))}
      />
      <div className={classes.synonyms}>
        {all.map((name) => (
          <Checkbox key={name} label={name} checked={on.has(name)} onChange={() => toggle(name)} />
        ))}
      </div>
    </fieldset>
  );
}
