import { describe, expect, it } from 'vitest';
import { withoutIcons } from './icon-signs.ts';
import { layOut } from './page-layout.ts';
import { legibility, withReadableText } from './unmapped-fonts.ts';

const piece = (
  text: string,
  { x, y, font = 'body', width = text.length * 5, size = 10 }: { x: number; y: number; font?: string; width?: number; size?: number },
) => ({
  text,
  x,
  y,
  width,
  size,
  font,
});
const page = { left: 0, right: 600 };
const text = 'Опытный инженер ведёт проекты от замысла до результата и продолжает учиться каждый день';
const toGlyphs = (source: string) =>
  [...source]
    .map((sign) => String.fromCodePoint(sign === 'ё' ? 634 : /[А-я]/.test(sign) ? sign.charCodeAt(0) - 470 : sign.charCodeAt(0) - 29))
    .join('');
const read = (source: string) => withReadableText([[piece(source, { x: 0, y: 0 })]])[0]?.[0]?.text;

const piecesOf = (text: string, { x, y, size }: { x: number; y: number; size: number }) =>
  [...text].map((sign, index) => piece(sign, { x: x + index * size * 0.5, y, size, width: size * 0.5 }));

describe('pieces of a page', () => {
  it('[FILE-007] drop icons encoded as characters, and keep their bullets', () => {
    const contacts = [
      piece('q', { x: 40, y: 700, font: 'icons', width: 8 }),
      piece('+7 912 555', { x: 52, y: 700 }),
      piece('H', { x: 200, y: 700, font: 'icons', width: 8 }),
      piece('a@b.test', { x: 212, y: 700 }),
    ];
    expect(layOut(withoutIcons([contacts])[0] ?? [], page)).toBe('+7 912 555\ta@b.test');
    const items = [1, 2, 3].flatMap((line) => [
      piece('l', { x: 40, y: 700 - line * 14, font: 'dingbats', width: 5 }),
      piece(`item ${line}`, { x: 52, y: 700 - line * 14 }),
    ]);
    expect(layOut(withoutIcons([items])[0] ?? [], page).split('\n')[0]).toMatch(/^• ?item 1$/);
    expect(withoutIcons([[piece('D', { x: 40, y: 700, font: 'large', width: 8 }), piece('ear', { x: 48, y: 700 })]])[0]).toHaveLength(2);
  });

  it('[FILE-007] keep right-aligned labels beside their values', () => {
    const rows = ['Address', 'Phone', 'E-mail', 'Date of birth', 'Nationality', 'Website'].flatMap((label, index) => [
      piece(label, { x: 180 - label.length * 5, y: 700 - index * 16 }),
      piece(`value ${index} of the form`, { x: 200, y: 700 - index * 16 }),
    ]);
    expect(layOut(rows, page).split('\n')[0]).toBe('Address\tvalue 0 of the form');
  });

  it('[FILE-007] split off a column after a narrow gap', () => {
    const rows = [0, 1, 2].flatMap((index) => [
      piece('2019–2021', { x: 95, y: 700 - index * 30, width: 45 }),
      piece('Engineer', { x: 148, y: 700 - index * 30 }),
      piece('goes on', { x: 148, y: 688 - index * 30 }),
    ]);
    expect(layOut(rows, page).split('\n')[0]).toBe('2019–2021\tEngineer');
  });

  it('[FILE-007] split overlapping texts of different size, and keep superscripts in place', () => {
    const row = [...piecesOf('EmploymentHistory', { x: 40, y: 700, size: 14 }), ...piecesOf('2019-2021', { x: 150, y: 701.5, size: 8 })];
    expect(layOut(row, page)).toBe('EmploymentHistory\t2019-2021');
    const raised = [...piecesOf('the4', { x: 40, y: 700, size: 12 }), ...piecesOf('th', { x: 64, y: 703, size: 7 })];
    expect(layOut(raised, page)).toBe('the4th');
  });

  it('[FILE-007] split a line that is too long for its column from the next column', () => {
    const rows = [
      piece('www.example.com/a-long-address', { x: 20, y: 700, width: 200 }),
      ...[0, 1, 2, 3].map((index) => piece('Words of the text', { x: 220, y: 700 - index * 14, size: 12 })),
    ];
    expect(layOut(rows, page)).toContain('www.example.com/a-long-address\tWords of the text');
  });

  it('[FILE-007] read three columns row by row if the middle one holds dates', () => {
    const jobs = [0, 1, 2, 3].flatMap((index) => {
      const y = 600 - index * 60;
      return [
        ...(index % 2 === 0 ? [piece(['Work', '', 'Study'][index] ?? '', { x: 40, y })] : []),
        piece(`Jan 20${10 + index} – Mar 20${11 + index}`, { x: 150, y, width: index * 25 + 40 }),
        piece('Head of a department', { x: 270, y, width: 180 }),
        piece('A company of some size', { x: 270, y: y - 14, width: 200 }),
        piece('What was done there', { x: 270, y: y - 28, width: 200 }),
      ];
    });
    const head = ['Ann Lee', 'Accountant', 'Lisbon'].map((line, index) => piece(line, { x: 40, y: 700 - index * 14 }));
    expect(layOut([...head, ...jobs], page).split('\n')).toContain('Work\tJan 2010 – Mar 2011\tHead of a department');
  });
});

describe('fonts without a map to Unicode', () => {
  it('[FILE-007] are read by the codes of one-byte Russian and by the glyphs of office fonts', () => {
    expect(read('Îïûòíûé èíæåíåð âåä¸ò ïðîåêòû îò çàìûñëà äî ðåçóëüòàòà')).toBe('Опытный инженер ведёт проекты от замысла до результата');
    expect(read(toGlyphs(text))).toBe(text);
  });

  it('[FILE-007] are rejected if their glyphs have a custom order', () => {
    const shuffled = [...text].map((sign) => String.fromCodePoint(33 + ((sign.charCodeAt(0) * 37) % 150))).join('');
    expect(() => read(shuffled)).toThrow('unreadable');
  });

  it.each([
    'Curriculum vitae of an engineer who designs pumps and writes about them',
    'Lebenslauf: Führung von Teams, Qualitätsprüfung, Übersetzungen für größere Häuser',
    'Życiorys: kierownik działu sprzedaży w przedsiębiorstwie produkcyjnym',
    'Σπουδές στο πανεπιστήμιο και εργασία σε εταιρεία λογισμικού',
    '高级软件工程师，负责支付系统的设计与开发，带领八人团队完成迁移项目',
    'JavaScript, TypeScript, PostgreSQL, GraphQL, HubSpot, GitHub, ASP.NET, C++, C#, 2019 – 2024',
    text,
  ])('are not detected in %j', (source) => {
    expect(legibility(source)).toBeGreaterThanOrEqual(0.5);
    expect(read(source)).toBe(source);
  });
});
