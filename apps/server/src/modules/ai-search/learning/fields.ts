/** Fields of the index that may teach: what a person does and can. Never gender, origin or age, whoever is liked. */
export const fields = [
  'skill',
  'mainSkill',
  'currentPosition',
  'pastPosition',
  'company',
  'lastCompany',
  'location',
  'language',
  'seniorityLevel',
  'companySizeCurrent',
  'industry',
  'educationLevel',
  'general',
] as const;
export type FeatureField = (typeof fields)[number];

/** What judgements taught of one value: how much it is wanted, or how little. */
export interface Learnt {
  field: FeatureField;
  value: string;
  weight: number;
}
