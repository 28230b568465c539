import type { Layout } from '../layout.ts';
import { cards } from './cards.ts';
import { sideRight } from './columns.ts';
import { margin } from './margin.ts';
import { numbered } from './numbered.ts';
import { oldPage } from './old-page.ts';
import { openDocument } from './plain.ts';
import { datesRight } from './tables.ts';
import { wordSidebar } from './word.ts';

/** And not at those of these, which tell how the rules do elsewhere. Keep it so. */
export const heldOutLayouts: readonly Layout[] = [openDocument, sideRight, wordSidebar, datesRight, numbered, margin, oldPage, cards];
