import type { aiSearch } from '@headwater/contract/ai-search';
import { message } from '@headwater/contract/errors';
import type { InferContractRouterOutputs } from '@orpc/contract';
import { facetValueName } from '#modules/search/public.ts';
import { filterLabels } from './proposal/local-names.ts';
import type { FeatureField, Learnt } from './learning/fields.ts';

import type { AiSearchRow, Understood } from './store.ts';

type Answers = InferContractRouterOutputs<typeof aiSearch>;
type Language = 'en' | 'ru';

/** AIS-003: what was judged after the model was last trained is on its way into it. */
export const stateOf = ({ state, trained_version, feedback_version }: AiSearchRow): Answers['start']['state'] =>
  state === 'found' && trained_version < feedback_version ? 'updating_model' : state;

export const presentState = (row: AiSearchRow) => ({ id: row.id, state: stateOf(row) });

export const presentProposal = (understood: Understood, language: Language): Answers['propose'] => ({
  q: understood.query,
  f: understood.filters,
  levels: [...understood.levels],
  labels: filterLabels(understood.filters, language),
  rest: [...understood.rest],
  made_by: understood.madeBy,
  model_failed: understood.modelFailed,
});

export const presentQuery = (row: AiSearchRow, language: Language): Answers['get']['query'] =>
  row.query === null || row.made_by === null
    ? null
    : presentProposal(
        {
          query: row.query,
          filters: row.filters ?? '',
          levels: row.levels,
          rest: row.rest,
          madeBy: row.made_by,
          modelFailed: row.model_failed,
        },
        language,
      );

const facetOf: Partial<Record<FeatureField, string>> = {
  skill: 'mainSkillHigh',
  mainSkill: 'mainSkillHigh',
  currentPosition: 'specialization',
  pastPosition: 'specialization',
  company: 'lastCompany',
};

const flags: Record<string, readonly [string, string]> = {
  remote: ['Remote work', 'Удалённая работа'],
  isFreelancer: ['Freelance', 'Фриланс'],
  isFrequentJobChanger: ['Frequent job changes', 'Частая смена работы'],
  excludeMultipleLocations: ['One location', 'Одно место жительства'],
  mltr: ['Likely to respond', 'Скорее всего ответит'],
};

function markName({ field, value }: Learnt, language: Language): string {
  if (field.startsWith('companySize')) return language === 'ru' ? `компания ${value} чел.` : `company of ${value}`;
  if (field === 'general') return flags[value]?.[language === 'ru' ? 1 : 0] ?? value;
  return facetValueName(facetOf[field] ?? field, value, language).replace(/^[A-Z]{2}\.(?=\S)/, '');
}

/** What was learnt, in words. */
export function presentLearned(row: AiSearchRow, values: readonly ('like' | 'dislike')[], language: Language): Answers['get']['learned'] {
  if (!row.learned) return null;
  const words = (marks: readonly Learnt[]) =>
    marks.map((mark) => ({ kind: mark.field, name: markName(mark, language), weight: mark.weight }));
  const likes = values.filter((value) => value === 'like').length;
  return { likes, dislikes: values.length - likes, prefers: words(row.learned.prefers), avoids: words(row.learned.avoids) };
}

export const presentError = (row: AiSearchRow, language: Language) => (row.error ? message(row.error, language) : null);
