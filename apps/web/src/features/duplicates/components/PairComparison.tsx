import { Button, VisuallyHidden } from '@mantine/core';
import { IconArrowLeft, IconEqual } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { DuplicatePair, DuplicateSide } from '@headwater/contract/duplicates';
import { formatDate } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Kbd } from '#ui/Kbd.tsx';
import { sharedTexts } from '../model/shared-texts.ts';
import classes from './duplicates.module.css';
import { Reasons, Score } from './Reasons.tsx';

const month = (text: string | null) => (text && text.length > 4 ? formatDate(text, currentLanguage(), 'month') : (text ?? ''));

const fields = {
  name: ({ name }: DuplicateSide) => [name ?? ''],
  headline: ({ headline }: DuplicateSide) => [headline ?? ''],
  birthdate: ({ birthdate }: DuplicateSide) => [birthdate === null ? '' : formatDate(birthdate, currentLanguage())],
  cities: ({ cities }: DuplicateSide) => cities,
  positions: ({ positions }: DuplicateSide) =>
    positions.map(({ title, company, start, end }) =>
      [[title, company].filter(Boolean).join(', '), [month(start), month(end)].filter(Boolean).join(' – ')].filter(Boolean).join(' · '),
    ),
  educations: ({ educations }: DuplicateSide) => educations.map(({ institution, year }) => [institution, year].filter(Boolean).join(', ')),
  contacts: ({ contacts }: DuplicateSide) => contacts.map(({ value }) => value),
  links: ({ links }: DuplicateSide) => links,
  updated: ({ updated_on: day }: DuplicateSide) => [day === null ? '' : formatDate(day, currentLanguage())],
} as const;
const fieldNames = Object.keys(fields) as (keyof typeof fields)[];

function Lines({ own, other }: { own: readonly string[]; other: readonly string[] }) {
  const { t } = useTranslation('duplicates');
  const shared = sharedTexts(own, other);
  if (own.length === 0) return <span className={classes.quiet}>{t('nothing')}</span>;
  return (
    <ul className={classes.lines}>
      {own.map((text) => (
        <li key={text} className={classes.line} data-same={shared.has(text) || undefined}>
          {text}
          {shared.has(text) && (
            <>
              <IconEqual size={14} stroke={1.8} aria-hidden />
              <VisuallyHidden>{t('same')}</VisuallyHidden>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

function SideHead({ side }: { side: DuplicateSide }) {
  const { t } = useTranslation('duplicates');
  const name = side.name ?? t('hiddenName');
  return (
    <div className={classes.sideHead}>
      <Avatar name={name} src={side.picture ?? undefined} size={32} />
      <div className={classes.sideName}>
        <Link to="/profiles/$profileId" params={{ profileId: String(side.id) }}>
          {name}
        </Link>
        <span className={classes.quiet}>{t(side.is_own ? 'own' : 'common')}</span>
      </div>
    </div>
  );
}

interface PairComparisonProps {
  pair: DuplicatePair;
  onMerge: () => void;
  onDismiss: () => void;
  onBack?: (() => void) | undefined;
}

export function PairComparison({ pair, onMerge, onDismiss, onBack }: PairComparisonProps) {
  const { t } = useTranslation('duplicates');
  const [one, other] = pair.profiles;
  const rows = fieldNames
    .map((field) => ({ field, one: fields[field](one).filter(Boolean), other: fields[field](other).filter(Boolean) }))
    .filter((row) => row.one.length + row.other.length > 0);
  return (
    <section className={classes.comparison} aria-label={t('comparison')}>
      <div className={classes.decision}>
        {onBack && (
          <Button variant="subtle" leftSection={<IconArrowLeft size={16} />} onClick={onBack}>
            {t('back')}
          </Button>
        )}
        <Score score={pair.score} />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onDismiss} rightSection={!onBack && <Kbd keys="x" />}>
            {t('dismiss')}
          </Button>
          <Button onClick={onMerge}>{t('merge')}</Button>
        </div>
      </div>
      <Reasons reasons={pair.reasons} />
      <table className={classes.sides}>
        <thead>
          <tr>
            <th scope="col" className={classes.field}>
              <VisuallyHidden>{t('fieldName')}</VisuallyHidden>
            </th>
            <th scope="col">
              <SideHead side={one} />
            </th>
            <th scope="col">
              <SideHead side={other} />
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.field}>
              <th scope="row" className={classes.field}>
                {t(`field.${row.field}`)}
              </th>
              <td>
                <Lines own={row.one} other={row.other} />
              </td>
              <td>
                <Lines own={row.other} other={row.one} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
