import type { SkillCategory } from '../src/skills.ts';

/** A skill while it is being built. */
export interface DraftSkill {
  key: string;
  name: string;
  nameRu: string | null;
  /** Hand-made ones first: they win over the source's. */
  aliases: string[];
  category: SkillCategory;
  /** 1 to 2 daily, 3 well established, 4 the rest. */
  tier: number;
  /** Orders skills of one tier; higher is more frequent. */
  score: number;
  /** Names of neighbours as the source gives them. */
  relatedNames: string[];
}

/** `visual-studio-code`, `c++`, `1c-erp`: letters and digits of the name, `+` and `#` spelt so that keys differ. */
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
