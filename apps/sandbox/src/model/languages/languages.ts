import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import type { Phrases } from './phrases.ts';
import { pl } from './pl.ts';
import { pt } from './pt.ts';
import { ru } from './ru.ts';
import { tr } from './tr.ts';
import { uk } from './uk.ts';

const byName: Readonly<Record<string, Phrases>> = {
  English: en,
  French: fr,
  German: de,
  Italian: it,
  Polish: pl,
  Portuguese: pt,
  Russian: ru,
  Spanish: es,
  Turkish: tr,
  Ukrainian: uk,
};

export const phrasesFor = (task: string): Phrases => byName[/\bin ([A-Z][a-z]+), whatever language/.exec(task)?.[1] ?? ''] ?? en;
