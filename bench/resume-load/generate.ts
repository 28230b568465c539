import type { Layout } from './layout.ts';
import { academic } from './layouts/academic.ts';
import { agencyForm } from './layouts/agency.ts';
import { cards } from './layouts/cards.ts';
import { chronicle } from './layouts/chronicle.ts';
import { iconFont, sideLeft, sideRight, timeline } from './layouts/columns.ts';
import { europass, headHunter, network } from './layouts/exports.ts';
import { functional } from './layouts/functional.ts';
import { latexClassic, latexMargin } from './layouts/latex.ts';
import { letterhead } from './layouts/letterhead.ts';
import { labelled, openDocument, richForm, webPage } from './layouts/plain.ts';
import { margin } from './layouts/margin.ts';
import { markup } from './layouts/markup.ts';
import { matrix } from './layouts/matrix.ts';
import { numbered } from './layouts/numbered.ts';
import { oldPage } from './layouts/old-page.ts';
import { ribbon } from './layouts/ribbon.ts';
import { ownSite } from './layouts/site.ts';
import { datesRight, jobBoard } from './layouts/tables.ts';
import { unmapped } from './layouts/unmapped.ts';
import { wordPlain, wordSidebar, wordTable } from './layouts/word.ts';
import { inventPerson, truthOf } from './people.ts';
import { seeded } from './random.ts';

/** Rules of the reader were written looking at resumes of these layouts. */
const seenLayouts: readonly Layout[] = [
  latexClassic,
  latexMargin,
  wordPlain,
  wordTable,
  europass,
  headHunter,
  sideLeft,
  iconFont,
  unmapped,
  labelled,
  richForm,
  webPage,
  timeline,
  network,
  academic,
  jobBoard,
  ribbon,
  agencyForm,
  ownSite,
  chronicle,
  matrix,
  functional,
  markup,
];

/** And not at those of these, which tell how the rules do elsewhere. Keep it so. */
const heldOutLayouts: readonly Layout[] = [openDocument, sideRight, wordSidebar, datesRight, numbered, margin, oldPage, cards, letterhead];

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
