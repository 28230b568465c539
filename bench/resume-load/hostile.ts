import { strToU8, zipSync } from 'fflate';

const size = 2_000_000;
const fill = (piece: string) => piece.repeat(Math.ceil(size / piece.length)).slice(0, size);

/** Texts of two million characters below headings of a resume. */
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

function docx(paragraphs: readonly string[]): Buffer {
  const body = paragraphs.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join('');
  const files = {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    '_rels/.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    'word/document.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
  };
  return Buffer.from(zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))));
}

export const hostileFiles = (): { file: string; bytes: Buffer }[] => [
  ...Object.entries(hostileTexts).map(([name, text]) => ({
    file: `${name}.txt`,
    bytes: Buffer.from(`Anna Smith\nExperience\nSkills\n${text}`),
  })),
  {
    file: 'paragraphs.docx',
    bytes: docx(['Experience', ...Array.from({ length: 40_000 }, () => 'Engineer at Acme, 2019 - 2020')]),
  },
];
