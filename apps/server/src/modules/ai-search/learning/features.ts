import { type LanguageLevel, reachedLevels } from '@headwater/domain/query/language-levels';
import type { TermData } from '@headwater/domain/query/term';
import { buildDocument } from '#modules/search/public.ts';
import type { ReadProfile } from '../store.ts';
import { type FeatureField, fields } from './fields.ts';
import type { Features } from './logistic.ts';

export const levelFeature = (code: string, level: LanguageLevel) => `languageLevel:${code}:${level}`;

function levelFeatures(profile: ReadProfile): string[] {
  return profile.data.languages.flatMap(({ code, level }) =>
    level ? reachedLevels(level).map((reached) => levelFeature(code.toLowerCase(), reached)) : [],
  );
}

export function featuresOf(profile: ReadProfile, today: Date): Features {
  const { terms } = buildDocument({ ...profile, contacts: [] }, today);
  return new Set([...fields.flatMap((field) => (terms[field] ?? []).map((value) => `${field}:${value}`)), ...levelFeatures(profile)]);
}

/** Position and main skill are more likely reasons for a rating than one of many skills. */
const readiness: Partial<Record<string, number>> = {
  currentPosition: 2,
  mainSkill: 1.4,
  industry: 1.4,
  seniorityLevel: 1.2,
  pastPosition: 0.8,
  skill: 0.6,
  educationLevel: 0.6,
  language: 0.6,
};
export const readinessOf = (name: string) => readiness[name.slice(0, name.indexOf(':'))] ?? 1;

const places: Partial<Record<TermData['field'], readonly FeatureField[]>> = {
  skill: ['mainSkill'],
  skillAll: ['mainSkill'],
  skillAny: ['mainSkill'],
  preferableSkill: ['mainSkill', 'skill'],
  position: ['currentPosition'],
  companySearch: ['lastCompany'],
};

const priorWeight = 0.3;
const levelWeight = 1;

export function priorOf(
  terms: readonly TermData[],
  requiredLevels: readonly { code: string; level: LanguageLevel }[],
): Map<string, number> {
  const prior = new Map<string, number>(requiredLevels.map(({ code, level }) => [levelFeature(code, level), levelWeight]));
  for (const term of terms) {
    if (term.is_excluded || !term.suggestion_id) continue;
    for (const field of places[term.field] ?? []) prior.set(`${field}:${term.suggestion_id}`, priorWeight);
  }
  return prior;
}
