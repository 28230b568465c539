import { describe, expect, it } from 'vitest';
import { leastProcessorMs } from '@headwater/domain/testing/processor-time';
import { fillVariables, type VariableValues } from '@headwater/domain/outreach/variables';
import { mailHtml } from '#platform/mail/safe-html.ts';
import { textFromHtml } from '#platform/mail/text-from-html.ts';
import { createTextFiller } from './prepared-text.ts';

/** Prepared texts must equal individually cleaned ones. */
function whole(source: string, values: VariableValues) {
  const html = mailHtml(fillVariables(source, values, 'html'));
  return { html, text: textFromHtml(html).trim() };
}

const texts = [
  '<p>Dear {{FULL_NAME}}, there is a vacancy at {{COMPANY}}.</p>',
  'Plain {{FIRST_NAME}} without markup, {{UNKNOWN}} and {{first_name}}',
  '<p>{{FIRST_NAME}}{{LAST_NAME}}</p><p>{{FIRST_NAME}} {{LAST_NAME}},{{COMPANY}}!</p>',
  '<p style="text-align:center">{{FIRST_NAME}}</p><ul><li>{{COMPANY}}</li><li><b>{{POSITION}}</b></li></ul>',
  '<h1>{{COMPANY}}</h1><blockquote>{{FIRST_NAME}}<br>{{LAST_NAME}}</blockquote><hr><ol><li>{{CITY}}</li></ol>',
  '<p><a href="{{LINK}}">{{LINK}}</a></p>',
  '<p><a href="https://acme.example/?of={{FIRST_NAME}}">Look here, {{LAST_NAME}}</a> {{COMPANY}}</p>',
  "<p><a href='https://acme.example/{{FIRST_NAME}}'>Look here</a> {{COMPANY}}</p>",
  '<p><a href="{{UNSUBSCRIBE}}">Unsubscribe</a> {{FIRST_NAME}}</p>',
  '<p><a href="https://acme.example/">Acme</a><b>{{COMPANY}}</b></p>',
  '<img src="https://acme.example/{{FIRST_NAME}}.png" alt="{{FIRST_NAME}}"><p>{{FIRST_NAME}}</p>',
  '<p title="{{FIRST_NAME}}" style="color:{{COLOUR}}">{{FIRST_NAME}}</p>',
  '<script>{{FIRST_NAME}}</script><style>{{LAST_NAME}}</style><p>{{COMPANY}}</p><!-- {{CITY}} -->',
  '<textarea>{{FIRST_NAME}}</textarea><title>{{LAST_NAME}}</title><xmp>{{CITY}}</xmp>{{COMPANY}}',
  '<{{FIRST_NAME}}>{{COMPANY}}</{{FIRST_NAME}}>',
  'a < b {{FIRST_NAME}} c > d {{LAST_NAME}} <{{CITY}} <!{{COMPANY}}',
  'R&D{{FIRST_NAME}} &l{{LAST_NAME}};{{CITY}} &#6{{COMPANY}} & {{POSITION}}&{{CITY}} &amp;{{CITY}}',
  '<p>  {{FIRST_NAME}}  {{LAST_NAME}}\n\t{{COMPANY}}&nbsp;{{CITY}}</p>\n\n<p></p>{{POSITION}}',
  '<p>Unclosed {{FIRST_NAME}} <b>{{LAST_NAME}}<p>{{COMPANY}} <a href="https://acme.example/">{{CITY}}',
  '<p>\uE000FIRST_NAME\uE001 {{FIRST_NAME}}</p>',
  '<p>&#xE000;FIRST_NAME&#xE001; {{FIRST_NAME}}</p>',
  '<script>{{FIRST_NAME}}</script><p>&#xE000;FIRST_NAME&#xE001; {{COMPANY}}</p>',
  '<p>Look: href="{{LINK}}" {{FIRST_NAME}}</p>',
  '<p>{{{FIRST_NAME}}} {{{{LAST_NAME}}}} {{ИМЯ}}</p>',
  `${'<div>'.repeat(70)}{{FIRST_NAME}}${'</div>'.repeat(70)}{{LAST_NAME}}`,
  '',
];

const words = [
  'Ada',
  'Анна-Мария',
  'Ada Maria',
  "O'Brien",
  'AT&T',
  '"Best" <b>',
  '</p><script>alert(1)</script>',
  'x > y',
  'lt',
  'lt;',
  '5;',
  '&lt;',
  '{{LAST_NAME}}',
  'https://acme.example/?a=1&b=2',
  'javascript:alert(1)',
  ' Ada',
  'Ada ',
  'Ada  Maria',
  'Ada\nMaria',
  'Ada\tMaria',
  'A\u00A0B',
  'A\u200BB',
  'A\u00ADB',
  '\u202EAda',
  '\uE000FIRST_NAME\uE001',
  '\uE000constructor\uE001',
  '👩‍💻 Ada',
  '- Ada',
  '> Ada',
  '',
  null,
  undefined,
];

describe('prepared texts', () => {
  const names = ['FIRST_NAME', 'LAST_NAME', 'FULL_NAME', 'COMPANY', 'POSITION', 'CITY', 'LINK', 'UNSUBSCRIBE', 'COLOUR', 'ИМЯ'];

  it('[EDIT-035] [EDIT-012] equal texts made individually', () => {
    const fill = createTextFiller();
    for (const source of texts)
      for (const at of words.keys()) {
        const values = Object.fromEntries(names.map((name, shift) => [name, words[(at + shift * 7) % words.length]]));
        expect({ source, values, ...fill(source, values) }).toEqual({ source, values, ...whole(source, values) });
      }
  });

  it('[EDIT-035] equal them if all but one value is ordinary', () => {
    const fill = createTextFiller();
    const ordinary = Object.fromEntries(names.map((name) => [name, 'Ada']));
    for (const source of texts)
      for (const name of names)
        for (const value of words) {
          const values = { ...ordinary, [name]: value };
          expect({ source, values, ...fill(source, values) }).toEqual({ source, values, ...whole(source, values) });
        }
  });

  it('are not used for long texts, which are cut', () => {
    const fill = createTextFiller();
    const source = '<p>{{FIRST_NAME}}</p>'.repeat(30);
    const values = { FIRST_NAME: 'A'.repeat(100_000) };
    expect(fill(source, values)).toEqual(whole(source, values));
  });

  it('take linear time for hostile texts', async () => {
    const fill = createTextFiller();
    const pieces = [
      '<',
      '<a ',
      '&',
      '&a',
      '{{A}}',
      '<{{A}}',
      '<b>{{A}}',
      '\uE000',
      '&#xE000;',
      '{{',
      ' href="{{B}}"',
      '<a href="{{B}}">x</a>',
    ];
    for (const piece of pieces) {
      const source = piece.repeat(Math.ceil(100_000 / piece.length));
      for (const B of ['https://acme.example/', '\uE000'.repeat(100)])
        expect(await leastProcessorMs(() => fill(source, { A: 'Ada', B }), 5000)).toBeLessThan(5000);
    }
  });
});
