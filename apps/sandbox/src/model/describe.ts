import { fill, pointsOf } from './facts.ts';
import type { Phrases } from './languages/phrases.ts';

export interface DescriptionFacts {
  position: string;
  company: string;
  responsibilities: string;
  requirements: string;
  more: string;
}

const list = (heading: string, text: string): string[] =>
  text.trim() === '' ? [] : [[heading, ...pointsOf(text).map((point) => `- ${point}`)].join('\n')];

export function describe({ description }: Phrases, facts: DescriptionFacts, variant: number): string {
  const pick = (ways: readonly string[]) => ways[variant % ways.length] ?? '';
  return [
    fill(pick(description.intro), { position: facts.position, company: facts.company }),
    ...list(description.duties, facts.responsibilities),
    ...list(description.needs, facts.requirements),
    ...list(description.more, facts.more),
    pick(description.close),
  ].join('\n\n');
}
