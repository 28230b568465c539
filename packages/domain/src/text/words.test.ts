import { describe, expect, it } from 'vitest';
import { normalise, tokenize } from './tokenize.ts';

const words = (text: string) => tokenize(text).join(' ');

const lettersBetween = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)).filter((letter) =>
    /^(?=\p{L})\p{Script=Latin}$/u.test(letter),
  );

describe('Latin characters', () => {
  it('[SRCH-001] have a plain form, also where Unicode does not decompose them', () => {
    const blocks = [lettersBetween(0xaa, 0x24f), lettersBetween(0x1e00, 0x1eff)].flat();
    const left = blocks.filter((letter) => !/^[a-z]+$/.test(words(letter)));
    // Phonetic and tonal signs of no current language; ŉ and ẚ contain an apostrophe.
    expect(left.join('')).toBe('ŉƄƅƍƛƧƨƪƸƹƻƼƽƾǀǁǂǃɁɂẚ');
  });

  it.each([
    ['Łukasz Wiśniewski', 'lukasz wisniewski'],
    ['Irmak Yıldız, İSTANBUL', 'irmak yildiz istanbul'],
    ['Søren Kjærgård', 'soren kjaergard'],
    ['Đặng Đoković', 'dang dokovic'],
    ['Straße STRAẞE', 'strasse strasse'],
    ['Þór Guðmundsson', 'thor gudmundsson'],
    ['Ħal Għargħur', 'hal gharghur'],
    ['œuvre ŒUVRE ĳsselmeer', 'oeuvre oeuvre ijsselmeer'],
    ['Məmmədov Əliyev', 'mammadov aliyev'],
    ['Ǿrsted ǿrsted', 'orsted orsted'],
    ['Ŋaandi Ɓukar Ɗan Ƙano Ƴusuf', 'naandi bukar dan kano yusuf'],
    ['Þorláksson ﬁnance ſoft', 'thorlaksson finance soft'],
    ['Nguyễn Öztürk Wójcik', 'nguyen ozturk wojcik'],
    ['ØYSTEIN ŁÓDŹ', 'oystein lodz'],
  ])('[SRCH-050] of %s are those of %s', (text, plain) => {
    expect(words(text)).toBe(plain);
    expect(words(text.normalize('NFD'))).toBe(plain);
    expect(words(text.toUpperCase())).toBe(words(text.toLowerCase()));
  });

  it('keep characters of other scripts', () => {
    expect(words('йод Їжак Γιώργος 日本語 שלום')).toBe('йод їжак γιώργος 日本語 שלום');
  });
});

describe('characters without width', () => {
  it.each([
    'Soft\u00adware\u00adentwicklung',
    'Software\u200bentwicklung',
    'Soft\u200cware\u200dentwicklung',
    'Software\u2060entwicklung\ufeff',
    '\u200eSoftware\u200fentwicklung\u202c',
    'Software\ufe0fentwicklung\u{e0100}',
    'Soft\u00ad\u200bwareent\u2063wicklung\u061c',
  ])('[SRCH-001] do not separate a word: %j', (text) => expect(words(text)).toBe('softwareentwicklung'));

  it('[SRCH-001] do not separate a technology name or a Russian word', () => {
    expect(words('C\u200b++ Node\u00ad.js раз\u00adра\u00adбот\u00adчик')).toBe('c++ node.js разработчик');
    expect(words('O\u200b’\u200bNeil')).toBe('oneil');
  });
});

describe('apostrophes', () => {
  it.each(["O'Neil", 'O’Neil', 'OʼNeil', 'O‘Neil', 'O`Neil', 'O´Neil', 'Oʻneil', 'O′Neil'])('are part of the word in %s', (text) =>
    expect(words(text)).toBe('oneil'),
  );

  it('are no part of a word as quotation marks', () => expect(words('`code` ‘word’ ´x´ a` b')).toBe('code word x a b'));
});

describe('look-alike characters of another alphabet', () => {
  it.each([
    ['С++', 'C++'],
    ['с++', 'c++'],
    ['С#', 'C#'],
    ['C♯', 'C#'],
    ['С/С++/С#', 'C/C++/C#'],
    ['С++/С', 'C++/C'],
    ['программист С++17', 'программист C++17'],
    ['1С', '1C'],
    ['1С:Предприятие 8.3', '1C:Предприятие 8.3'],
    ['С99 и С11', 'C99 и C11'],
    ['В2В, В2С, Р2Р', 'B2B, B2C, P2P'],
    ['Objective-С', 'Objective-C'],
    ['Т-SQL, Х-ray, к-means', 'T-SQL, X-ray, k-means'],
    ['СRМ и ЕRР', 'CRM и ERP'],
    ['JаvaScriрt', 'JavaScript'],
    ['Руthon', 'Python'],
    ['Nоdе.js', 'Node.js'],
    ['СI/СD', 'CI/CD'],
    ['СІ', 'CI'],
    ['КРI, СТO', 'KPI, CTO'],
    ['РНР', 'PHP'],
    ['Αngular', 'Angular'],
    ['Κubernetes', 'Kubernetes'],
  ])('[SRCH-001] make no difference: %s is %s', (text, plain) => {
    expect(tokenize(text)).toEqual(tokenize(plain));
    expect(tokenize(text.toLowerCase())).toEqual(tokenize(plain.toUpperCase()));
  });

  it.each([
    ['Mосква', 'Москва'],
    ['Oксана', 'Оксана'],
    ['Ceргей Cёмин', 'Сергей Сёмин'],
    ['Xабр', 'Хабр'],
    ['Кiев', 'Кіев'],
  ])('[SRCH-050] leave a Cyrillic word Cyrillic: %s is %s', (text, plain) => expect(tokenize(text)).toEqual(tokenize(plain)));

  it('[SRCH-001] keep prepositions and ordinary words', () => {
    expect(words('работал с командой в Москве, о себе, у нас, к C++')).toBe('работал с командой в москве о себе у нас к c++');
    expect(words('С 2015 года с Java и С нуля')).toBe('с 2015 года с java и с нуля');
    expect(words('web-разработчик, java-разработка с нуля')).toBe('web разработчик java разработка с нуля');
    expect(words('МТС, ВТБ24, мастер24, 2019г, 3D-модель, Яндекс.Go, µTorrent')).toBe(
      'мтс втб24 мастер24 2019г 3d модель яндекс go μtorrent',
    );
  });

  it('give the same result when applied again', () => {
    for (const text of ['С/С++', '1С', 'Т-SQL', 'Łódź', 'СІ']) expect(normalise(normalise(text))).toBe(normalise(text));
  });
});
