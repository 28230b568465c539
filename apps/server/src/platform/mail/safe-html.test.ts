import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mailHtml, safeHtml } from './safe-html.ts';
import { textFromHtml } from './text-from-html.ts';

const image = (align: string) => mailHtml(`<img src="https://a.io/x.png" width="120" height="60" data-id="3" data-align="${align}">`);

describe('html of a message', () => {
  it('[EDIT-001] [EDIT-002] [EDIT-003] [EDIT-004] keeps sizes, alignment, lists, bold and italic as inline styles', () => {
    const body =
      '<p style="text-align: center"><strong>Hi</strong> <em>there</em> <span style="font-size: 24px">big</span></p><ul><li><p>One</p></li></ul>';
    const html = mailHtml(body);
    expect(safeHtml(body)).toBe(body.replaceAll(': ', ':'));
    expect(html).toContain('<p style="margin:0 0 10px;text-align:center"><strong>Hi</strong> <em>there</em>');
    expect(html).toContain('<span style="font-size:24px">big</span>');
    expect(html).toContain('<ul style="margin:0 0 10px;padding:0 0 0 24px"><li>');
    expect(html).not.toMatch(/class=|<style/);
    expect(textFromHtml(html)).toBe('Hi there big\n\n- One');
  });

  it('[EDIT-004] keeps underline, strikethrough, colours, and text direction', () => {
    const body = '<p dir="auto"><u>a</u> <s>b</s> <span style="color:#c026d3">c</span></p>';
    expect(safeHtml(body)).toBe(body);
    expect(mailHtml(body)).toContain('<u>a</u> <s>b</s> <span style="color:#c026d3">c</span></p>');
    expect(mailHtml(body)).toMatch(/<p [^>]*dir="auto"/);
    expect(safeHtml('<p dir="x" style="color: url(x)">d</p>')).toBe('<p dir>d</p>');
  });

  it('[EDIT-012] sends links with their scheme, and drops unsafe links', () => {
    expect(safeHtml('<a href="site.io">x</a>')).toBe('<a href="site.io">x</a>');
    expect(mailHtml('<a href="site.io">x</a>')).toBe('<a href="http://site.io">x</a>');
    expect(mailHtml('<a href="mailto:a@b.io">x</a>')).toBe('<a href="mailto:a@b.io">x</a>');
    for (const bad of ['javascript:alert(1)', 'ftp://a.io', 'data:text/html,1', 'java\nscript:alert(1)'])
      expect(mailHtml(`<a href="${bad}">x</a>`)).not.toMatch(/href|script/);
  });

  it('[EDIT-015] [EDIT-016] aligns an image by its margins, left by default', () => {
    expect(image('center')).toBe(
      '<img src="https://a.io/x.png" alt="" width="120" height="60" style="display:block;border:0;max-width:100%;margin:0 auto;width:120px;height:auto" />',
    );
    expect(image('right')).toContain('margin:0 0 0 auto');
    expect(image('anything')).toContain('margin:0 auto 0 0');
    expect(safeHtml('<img src="data:image/png;base64,AAAA" data-id="3" onerror="x()">')).toBe('<img data-id="3" />');
  });

  it('[EDIT-035] removes active content', () => {
    assert(
      property(string({ unit: 'binary', maxLength: 60 }), (text) => {
        for (const hostile of [text, `<${text}`, `<a href="${text}">`, `<img src=x ${text}>`, `<script>${text}</script>`, `<svg ${text}`]) {
          expect(mailHtml(hostile)).not.toMatch(/<script|<svg|<iframe|\son\w+=(?=[^<]*>)|href="javascript/i);
        }
      }),
      { numRuns: 40 },
    );
  }, 20_000);
});
