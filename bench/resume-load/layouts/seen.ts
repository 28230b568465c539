import type { Layout } from '../layout.ts';
import { academic } from './academic.ts';
import { agencyForm } from './agency.ts';
import { chronicle } from './chronicle.ts';
import { iconFont, sideLeft, timeline } from './columns.ts';
import { europass, headHunter, network } from './exports.ts';
import { functional } from './functional.ts';
import { latexClassic, latexMargin } from './latex.ts';
import { letterhead } from './letterhead.ts';
import { markup } from './markup.ts';
import { matrix } from './matrix.ts';
import { labelled, richForm, webPage } from './plain.ts';
import { ribbon } from './ribbon.ts';
import { ownSite } from './site.ts';
import { jobBoard } from './tables.ts';
import { unmapped } from './unmapped.ts';
import { wordPlain, wordTable } from './word.ts';

/** Rules of the reader were written looking at resumes of these layouts. */
export const seenLayouts: readonly Layout[] = [
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
  letterhead,
];
