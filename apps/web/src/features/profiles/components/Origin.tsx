import type { FragmentField } from '@headwater/domain/profiles/fragments';
import type { FactOriginView, ProfileView } from '@headwater/contract/profiles';
import { formatDate } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import classes from './profile.module.css';

/** Shared profiles say no origins. */
export type WithOrigins = Partial<Pick<ProfileView, 'origins'>>;

export const originOfField = ({ origins }: WithOrigins, field: FragmentField): FactOriginView | undefined =>
  origins?.fields[field] ?? origins?.profile;

export function useOriginWords(): (origin: FactOriginView) => string {
  const { t } = useTranslation('profiles');
  return ({ source, by, on }) => [t(`origin.${source}`), by, formatDate(on, currentLanguage())].filter(Boolean).join(' · ');
}

/** PPL-001 */
export function Origin({ origin }: { origin: FactOriginView | undefined }) {
  const words = useOriginWords();
  return origin && <p className={classes.origin}>{words(origin)}</p>;
}
