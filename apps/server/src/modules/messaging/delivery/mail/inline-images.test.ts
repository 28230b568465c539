import { describe, expect, it } from 'vitest';
import { composeMail } from '#platform/mail/compose.ts';
import { parseMail } from '#platform/mail/parse.ts';
import { withImages } from './inline-images.ts';

const mail = (html: string) => ({
  messageId: '<a@acme.io>',
  from: { name: '', address: 'a@acme.io' },
  to: { name: '', address: 'b@acme.io' },
  replyTo: null,
  subject: 'Team',
  text: 'Team',
  html,
  date: new Date(0),
  inReplyTo: null,
  references: [],
  headers: [],
});
const stored = { filename: 'Команда.png', mediaType: 'image/png', bytes: Buffer.from('picture') };
const read = (company: number, id: number) => Promise.resolve(company === 7 && id === 3 ? stored : undefined);
const tag = (id: number) => `<img src="/api/files/v1/${id}/download/" alt="" width="75" />`;

describe('images of a message', () => {
  it('[EDIT-026] are embedded once each, and missing ones are removed', async () => {
    const made = await withImages(mail(`<p>${tag(3)}${tag(3)}${tag(4)}</p>`), 7, read);
    expect(made.html).toBe('<p><img src="cid:image-3@acme.io" alt="" width="75" /><img src="cid:image-3@acme.io" alt="" width="75" /></p>');
    expect(made.images).toEqual([{ cid: 'image-3@acme.io', filename: 'Команда.png', contentType: 'image/png', content: stored.bytes }]);
    const composed = await composeMail(made);
    if (!('raw' in composed)) throw new Error(composed.problem);
    const raw = composed.raw.toString();
    expect(raw).toMatch(/multipart\/related/);
    expect(raw).toContain('Content-ID: <image-3@acme.io>');
    expect(raw).toContain('Content-Disposition: inline');
    expect((await parseMail(composed.raw)).text).toContain('Team');
  });

  it('[EDIT-026] of another company or address are not embedded', async () => {
    const foreign = await withImages(mail(tag(3)), 8, read);
    expect([foreign.html, foreign.images]).toEqual(['', []]);
    const outside = mail('<img src="https://a.io/x.png">');
    expect(await withImages(outside, 7, read)).toBe(outside);
  });
});
