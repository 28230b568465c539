import type { ProfileView } from '@headwater/contract/profiles';
import type { FragmentField } from '@headwater/domain/profiles/fragments';
import { useTranslation } from '#lib/use-translation.ts';
import { Career, Educations } from './Career.tsx';
import { Facts } from './Facts.tsx';
import { ProfileHead } from './ProfileHead.tsx';
import { Section } from './Section.tsx';
import { Skills } from './Skills.tsx';
import classes from './profile.module.css';
import { useEntryWords } from './use-entry-words.ts';

interface Change {
  field: FragmentField;
  old: unknown;
  new: unknown;
}

/** PROF-067. */
function Changes({ changes }: { changes: readonly Change[] }) {
  const { t } = useTranslation('profiles');
  const words = useEntryWords();
  const wordsOf = (value: unknown): string => (Array.isArray(value) ? value.map(words).join('; ') : words(value)) || '—';
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

/** PROF-006, PROF-007. */
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
