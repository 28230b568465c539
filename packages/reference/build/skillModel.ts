import type { SkillCategory } from '../src/skills.ts';

export interface DraftSkill {
  key: string;
  name: string;
  nameRu: string | null;
  /** Curated ones first, as they override the source. */
  aliases: string[];
  category: SkillCategory;
  /** 1 and 2: daily use; 3: well established; 4: the rest. */
  tier: number;
  score: number;
  relatedNames: string[];
}

/** `visual-studio-code`, `c++`, `1c-erp`: `+` and `#` are spelt out to keep keys distinct. */
export function keyOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('++', '-plus-plus')
    .replaceAll('#', '-sharp')
    .replaceAll('&', '-and-')
    .replace(/^\./, 'dot-')
    .replaceAll('.', '-')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
}
