import { useTranslation } from 'react-i18next';
import type { ProfileView } from '@headwater/contract/profiles';
import type { FragmentField } from '@headwater/domain/profiles/fragments';
import { Career, Educations } from './Career.tsx';
import { Facts } from './Facts.tsx';
import { ProfileHead } from './ProfileHead.tsx';
import { Section } from './Section.tsx';
import { Skills } from './Skills.tsx';
import classes from './profile.module.css';

interface Change {
  field: FragmentField;
  old: unknown;
  new: unknown;
}

const names = ['title', 'institution', 'name', 'url', 'city', 'code', 'amount', 'race'] as const;

/** A value of a field in words: of entries what they are called. */
function wordsOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '—';
  if (Array.isArray(value)) return value.length === 0 ? '—' : value.map(wordsOf).join('; ');
  if (typeof value !== 'object') return String(value);
  const entry = value as Record<string, unknown>;
  const name = names.find((key) => entry[key]);
  const rest = ['company', 'currency', 'level', 'gender'].flatMap((key) => (entry[key] ? [String(entry[key])] : []));
  return [...(name ? [String(entry[name])] : []), ...rest].join(', ') || '—';
}

/** PROF-067: what the company sees otherwise than it was found. */
function Changes({ changes }: { changes: readonly Change[] }) {
  const { t } = useTranslation('profiles');
  return (
    <Section title={t('variant.changes')} count={changes.length}>
      {changes.length === 0 && <p className={classes.quiet}>{t('variant.none')}</p>}
      <dl className={classes.facts}>
        {changes.map((change) => (
          <div key={change.field} style={{ display: 'contents' }}>
            <dt>{t(`field.${change.field}`)}</dt>
            <dd>
              <del className={classes.quiet}>{wordsOf(change.old)}</del>
              <div>{wordsOf(change.new)}</div>
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

/** PROF-006, PROF-007: a profile as a company sees it, with what differs first. */
export function ProfileVariant({ profile, changes }: { profile: ProfileView; changes: readonly Change[] }) {
  return (
    <article className={classes.view} data-variant="page" aria-label={profile.name ?? undefined}>
      <div className={classes.body}>
        <ProfileHead profile={profile} />
        <Changes changes={changes} />
        {profile.about && <p className={classes.about}>{profile.about}</p>}
        <Career profile={profile} />
        <Skills profile={profile} />
        <Educations profile={profile} />
        <Facts profile={profile} />
      </div>
    </article>
  );
}
