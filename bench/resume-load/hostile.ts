import { docx, paragraph } from './write/office.ts';

const size = 2_000_000;
const fill = (piece: string) => piece.repeat(Math.ceil(size / piece.length)).slice(0, size);

/** Texts of two million signs under headings that a resume has. */
const hostileTexts: Readonly<Record<string, string>> = {
  letters: fill('x'),
  spaces: fill(' '),
  tabs: fill('\t'),
  lines: fill('\n'),
  digits: fill('1'),
  'dates and dashes': fill('2019 - '),
  'jobs of a line': fill('Engineer at Acme\t2019 - 2020\n'),
  'labels without an end': fill('Name: '),
  'titles and commas': fill('Engineer, '),
  phones: fill('+7 (912) 555-01-42 '),
  'em dashes': fill('1—'),
  mails: fill('a@b.'),
  links: fill('a.com/'),
  brackets: fill('('),
  capitals: fill('Anna Smith '),
  headings: fill('Experience\n'),
  skills: fill('Python, '),
  schools: fill('University of\n'),
  'spaced letters': fill('E X P '),
  'broken words': fill('ab-\n'),
};

export const hostileFiles = (): { file: string; bytes: Buffer }[] => [
  ...Object.entries(hostileTexts).map(([name, text]) => ({
    file: `${name}.txt`,
    bytes: Buffer.from(`Anna Smith\nExperience\nSkills\n${text}`),
  })),
  {
    file: 'paragraphs.docx',
    bytes: docx([paragraph('Experience'), ...Array.from({ length: 40_000 }, () => paragraph('Engineer at Acme, 2019 - 2020'))]),
  },
];
