import { strToU8, zipSync } from 'fflate';

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** What documents of office programs are put together from. */
export type Block =
  | { kind: 'heading' | 'paragraph' | 'bullet'; text: string }
  /** Cells of rows; each cell holds lines. */
  | { kind: 'table'; rows: string[][][] };

export const heading = (text: string): Block => ({ kind: 'heading', text });
export const paragraph = (text: string): Block => ({ kind: 'paragraph', text });
export const bullet = (text: string): Block => ({ kind: 'bullet', text });
export const table = (rows: string[][][]): Block => ({ kind: 'table', rows });

/** Word splits what looks like one text into runs wherever somebody once corrected a letter. */
const wordRuns = (text: string) =>
  text
    .split('\t')
    .map((part) => {
      const half = Math.floor(part.length / 2);
      return [part.slice(0, half), part.slice(half)].map((run) => `<w:r><w:t xml:space="preserve">${escape(run)}</w:t></w:r>`).join('');
    })
    .join('<w:r><w:tab/></w:r>');
const wordParagraph = (text: string, style = '') => `<w:p><w:pPr>${style}</w:pPr>${wordRuns(text)}</w:p>`;

function wordBlock(block: Block): string {
  if (block.kind === 'table') {
    const cell = (lines: string[]) => `<w:tc>${lines.map((line) => wordParagraph(line)).join('')}</w:tc>`;
    return `<w:tbl>${block.rows.map((row) => `<w:tr>${row.map(cell).join('')}</w:tr>`).join('')}</w:tbl>`;
  }
  if (block.kind === 'bullet') return wordParagraph(block.text, '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>');
  return wordParagraph(block.text, block.kind === 'heading' ? '<w:pStyle w:val="Heading1"/>' : '');
}

/** A Word document; `header` stands at the top of its pages. */
export function docx(blocks: readonly Block[], header: readonly string[] = []): Buffer {
  const space =
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
  const section = header.length > 0 ? '<w:sectPr><w:headerReference w:type="default" r:id="rId2"/></w:sectPr>' : '';
  const files: Record<string, string> = {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    '_rels/.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    'word/document.xml': `<w:document ${space}><w:body>${blocks.map(wordBlock).join('')}${section}</w:body></w:document>`,
    'word/numbering.xml': `<w:numbering ${space}><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`,
    'word/_rels/document.xml.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/numbering" Target="numbering.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/header" Target="header1.xml"/></Relationships>',
    'word/header1.xml': `<w:hdr ${space}>${header.map((line) => wordParagraph(line)).join('')}</w:hdr>`,
  };
  return zipped(files);
}

const zipped = (files: Record<string, string>) =>
  Buffer.from(
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])), {
      mtime: new Date('2020-01-01T00:00:00'),
    }),
  );

const odtText = (text: string) => escape(text).replaceAll('\t', '<text:tab/>');

function odtBlock(block: Block): string {
  if (block.kind === 'table') {
    const cell = (lines: string[]) =>
      `<table:table-cell>${lines.map((line) => `<text:p>${odtText(line)}</text:p>`).join('')}</table:table-cell>`;
    return `<table:table>${block.rows.map((row) => `<table:table-row>${row.map(cell).join('')}</table:table-row>`).join('')}</table:table>`;
  }
  if (block.kind === 'bullet') return `<text:list><text:list-item><text:p>${odtText(block.text)}</text:p></text:list-item></text:list>`;
  return block.kind === 'heading' ? `<text:h>${odtText(block.text)}</text:h>` : `<text:p>${odtText(block.text)}</text:p>`;
}

/** An OpenDocument text. */
export const odt = (blocks: readonly Block[]): Buffer =>
  zipped({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"><office:body><office:text>${blocks.map(odtBlock).join('')}</office:text></office:body></office:document-content>`,
  });

const rtfText = (text: string) =>
  [...text]
    .map((sign) => {
      const at = sign.codePointAt(0) ?? 0;
      if (sign === '\t') return '\\tab ';
      return at < 128 ? sign.replace(/[\\{}]/, String.raw`\$&`) : `\\u${at > 32_767 ? at - 65_536 : at}?`;
    })
    .join('');

/** A document of the rich text format, a line a paragraph. */
export const rtf = (lines: readonly string[]): Buffer =>
  Buffer.from(
    `{\\rtf1\\ansi\\ansicpg1251\\deff0{\\fonttbl{\\f0\\fcharset204 Arial;}}\\f0\\fs22 ${lines.map((line) => `${rtfText(line)}\\par\n`).join('')}}`,
    'latin1',
  );
