import { describe, expect, it } from 'vitest';
import { leastProcessorMs } from '@headwater/domain/testing/processor-time';
import { composeWith } from '../campaigns/mailings/compose.ts';
import { editorHtml } from '#platform/mail/editor-html.ts';

const under = (signature: string) =>
  composeWith({ subject: 'Hi', body: '<p>Hello</p>', signature: editorHtml(signature), variables: [] }, {});

describe('a signature', () => {
  it('[MSET-002] of plain text keeps line breaks and angle brackets in both parts of a message', () => {
    const { html, text } = under('Ann Smith <ann@corp.test>\r\nR&D, C++ > C\n+1 555 0100');
    expect(html).toContain('Ann Smith &lt;ann@corp.test&gt;<br />R&amp;D, C++ &gt; C<br />+1 555 0100</p>');
    expect(text).toBe('Hello\n\nAnn Smith <ann@corp.test>\nR&D, C++ > C\n+1 555 0100');
  });

  it('[MSET-002] of the editor keeps its formatting and loses scripts', () => {
    const { html, text } = under('<p><strong>Ann</strong><br>CEO</p><p><a href="https://corp.test">corp.test</a><script>x()</script></p>');
    expect(html).toContain('<strong>Ann</strong><br />CEO</p>');
    expect(html).toContain('<a href="https://corp.test">corp.test</a></p>');
    expect(html).not.toContain('x()');
    expect(text).toBe('Hello\n\nAnn\nCEO\n\ncorp.test (https://corp.test)');
  });

  it('is unchanged when saved again', () => {
    for (const given of [
      'Ann <ann@corp.test>',
      'a\n\nb',
      '<b>Ann</b><br>CEO',
      'Ann<ul><li>CEO</li></ul>',
      '<p>1 &lt; 2</p>',
      '&lt;p&gt;',
      '{{SENDER_NAME}}',
    ]) {
      const kept = editorHtml(given);
      expect(editorHtml(kept)).toBe(kept);
    }
  });

  it('of empty paragraphs is empty', () => {
    expect(['', ' \n', '<p></p>', '<p><br></p>', '<p>&nbsp;</p><p> </p>'].map(editorHtml)).toEqual(['', '', '', '', '']);
    expect(editorHtml('<p><img src="https://corp.test/logo.png"></p>')).toContain('logo.png');
  });

  it('of hostile length is parsed in linear time', async () => {
    for (const part of ['<p ', '<', '<a ', '\n', '&'])
      expect(await leastProcessorMs(() => editorHtml(part.repeat(100_000)), 3000)).toBeLessThan(3000);
  });
});
