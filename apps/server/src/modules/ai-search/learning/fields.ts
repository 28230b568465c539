/** Index fields to learn from. Gender, origin and age are excluded on purpose. */
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

export interface Learnt {
  field: FeatureField;
  value: string;
  weight: number;
}
