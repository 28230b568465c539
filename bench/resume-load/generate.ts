import type { Layout } from './layout.ts';
import { heldOutLayouts } from './layouts/held-out.ts';
import { seenLayouts } from './layouts/seen.ts';
import { inventPerson, truthOf } from './people.ts';
import { seeded } from './random.ts';

const layouts = [...seenLayouts, ...heldOutLayouts];

export interface MadeResume {
  file: string;
  layout: string;
  isHeldOut: boolean;
  bytes: Buffer;
  /** As in NAME.json beside real resumes. */
  truth: Record<string, unknown>;
}

/** `count` resumes of invented people through all layouts in turn; the same ones for the same seed. */
export function makeResumes(count: number, seed = 20_261_123): MadeResume[] {
  return Array.from({ length: count }, (_, index) => {
    const layout = layouts[index % layouts.length] as Layout;
    const random = seeded(seed + index * 7919);
    const lang = layout.languages[Math.floor(index / layouts.length) % layout.languages.length] ?? 'en';
    const person = inventPerson(random, lang);
    const { bytes, truth } = layout.make(person, random);
    return {
      file: `${String(index + 1).padStart(3, '0')}-${layout.name.replace(/[^\p{L}\p{N}]+/gu, '-')}-${lang}${layout.extension}`,
      layout: layout.name,
      isHeldOut: heldOutLayouts.includes(layout),
      bytes,
      truth: { ...truthOf(person), ...truth },
    };
  });
}
