import type { CellFormat } from './columns.ts';

const start = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const schemas = 'http://schemas.openxmlformats.org';
const main = `${schemas}/spreadsheetml/2006/main`;
const office = `${schemas}/officeDocument/2006/relationships`;
const packaged = `${schemas}/package/2006`;
const typeOf = (part: string) => `application/vnd.openxmlformats-officedocument.spreadsheetml.${part}+xml`;

/** Built-in number formats (ECMA-376, 18.8.30): spreadsheets show 14 and 22 in the reader's locale. */
const numberFormats: Readonly<Record<CellFormat, number>> = { text: 0, integer: 3, percent: 10, date: 14, 'date-time': 22, duration: 46 };
const formats = Object.keys(numberFormats) as CellFormat[];

export const styleOf = (format: CellFormat): number => formats.indexOf(format);
/** Bold. */
export const titleStyle = formats.length;

const styles = [
  `${start}<styleSheet xmlns="${main}">`,
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>',
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  `<cellXfs count="${formats.length + 1}">`,
  ...formats.map((format) => `<xf numFmtId="${numberFormats[format]}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`),
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs>',
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
].join('');

/** Name in the archive. */
export const sheetPath = 'xl/worksheets/sheet1.xml';

/** All parts of the workbook but the sheet. */
export const workbookParts = (sheetName: string): [path: string, xml: string][] => [
  [
    '[Content_Types].xml',
    `${start}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
      `<Override PartName="/xl/workbook.xml" ContentType="${typeOf('sheet.main')}"/>` +
      `<Override PartName="/${sheetPath}" ContentType="${typeOf('worksheet')}"/>` +
      `<Override PartName="/xl/styles.xml" ContentType="${typeOf('styles')}"/></Types>`,
  ],
  [
    '_rels/.rels',
    `${start}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    'xl/workbook.xml',
    `${start}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${sheetName}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `${start}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/>` +
      `<Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  ],
  ['xl/styles.xml', styles],
];

/** `columns`: widths in characters. The title row stays visible while scrolling. */
export const sheetStart = (widths: readonly number[]): string =>
  `${start}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">` +
  '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
  `<cols>${widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`).join('')}</cols><sheetData>`;
export const sheetEnd = '</sheetData></worksheet>';
