import type { aiSearch } from '@headwater/contract/ai-search';
import { type Language, message } from '@headwater/contract/errors';
import { readTexts } from '@headwater/contract/texts';
import type { InferContractRouterOutputs } from '@orpc/contract';
import { facetValueName } from '#modules/search/public.ts';
import { filterLabels } from './proposal/local-names.ts';
import type { FeatureField, Learnt } from './learning/fields.ts';
import type { AiSearchRow, Understood } from './store.ts';
import en from './texts/en.json' with { type: 'json' };
import ru from './texts/ru.json' with { type: 'json' };

type Answers = InferContractRouterOutputs<typeof aiSearch>;

const read = readTexts({ en, ru });

/** AIS-003: ratings after the last training are still being learned. */
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

const isFlag = (value: string): value is keyof typeof en.flag => Object.hasOwn(en.flag, value);

function markName({ field, value }: Learnt, language: Language): string {
  if (field.startsWith('companySize')) return read('company_of_size', language, { size: value });
  if (field === 'general') return isFlag(value) ? read(`flag.${value}`, language) : value;
  return facetValueName(facetOf[field] ?? field, value, language).replace(/^[A-Z]{2}\.(?=\S)/, '');
}

export function presentLearned(row: AiSearchRow, values: readonly ('like' | 'dislike')[], language: Language): Answers['get']['learned'] {
  if (!row.learned) return null;
  const words = (marks: readonly Learnt[]) =>
    marks.map((mark) => ({ kind: mark.field, name: markName(mark, language), weight: mark.weight }));
  const likes = values.filter((value) => value === 'like').length;
  return { likes, dislikes: values.length - likes, prefers: words(row.learned.prefers), avoids: words(row.learned.avoids) };
}

export const presentError = (row: AiSearchRow, language: Language) => (row.error ? message(row.error, language) : null);
