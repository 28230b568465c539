import sanitizeHtml from 'sanitize-html';
import { linkAddress } from '@headwater/domain/outreach/links';

const blocks = ['p', 'br', 'div', 'blockquote', 'h1', 'h2', 'h3', 'hr', 'ul', 'ol', 'li'];
const words = ['span', 'b', 'strong', 'i', 'em', 'u', 's', 'a', 'img'];
const imageAttributes = ['src', 'alt', 'width', 'height', 'data-id', 'data-size', 'data-align'];

const direction = [{ name: 'dir', multiple: false, values: ['auto', 'ltr', 'rtl'] }];
const directed = { p: direction, div: direction, li: direction, blockquote: direction };

/** Deeper elements become text: the sanitizer searches all open elements for each end tag. */
const deepest = 50;

const options: sanitizeHtml.IOptions = {
  allowedTags: [...blocks, ...words],
  allowedAttributes: { a: ['href'], img: imageAttributes, '*': ['style'], ...directed },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  allowedSchemesByTag: { img: ['http', 'https', 'cid'] },
  allowedStyles: {
    '*': { 'text-align': [/^(left|right|center|justify)$/], 'font-size': [/^\d{1,2}px$/], color: [/^#[0-9a-f]{3,6}$/i] },
  },
  disallowedTagsMode: 'discard',
  nestingLimit: deepest,
};

export const safeHtml = (html: string): string => sanitizeHtml(html, options);

const besideText: Readonly<Record<string, string>> = { left: '0 auto 0 0', center: '0 auto', right: '0 0 0 auto' };
const ownStyle: Readonly<Record<string, string>> = {
  p: 'margin:0 0 10px',
  ul: 'margin:0 0 10px;padding:0 0 0 24px',
  ol: 'margin:0 0 10px;padding:0 0 0 24px',
  blockquote: 'margin:0 0 10px;padding:0 0 0 12px;border-left:3px solid #cccccc',
};

const join = (...styles: (string | undefined)[]) => styles.filter(Boolean).join(';');

/** Mail clients ignore style sheets, and some center images by margins only. */
const inlined: sanitizeHtml.IOptions = {
  nestingLimit: deepest,
  allowedTags: [...blocks, ...words],
  allowedAttributes: { a: ['href'], img: ['src', 'alt', 'width', 'height', 'style'], '*': ['style'], ...directed },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  allowedSchemesByTag: { img: ['http', 'https', 'cid'] },
  transformTags: {
    '*': (tagName, attribs) => {
      const style = join(ownStyle[tagName], attribs['style']);
      return { tagName, attribs: style ? { ...attribs, style } : attribs };
    },
    a: (tagName, { href = '' }): sanitizeHtml.Tag => {
      const address = linkAddress(href);
      return address === undefined ? { tagName: 'span', attribs: {} } : { tagName, attribs: { href: address } };
    },
    img: (tagName, { src = '', alt = '', width, height, ...more }) => ({
      tagName,
      attribs: {
        src,
        alt,
        ...(width ? { width } : {}),
        ...(height ? { height } : {}),
        style: join(
          `display:block;border:0;max-width:100%;margin:${besideText[more['data-align'] ?? 'left'] ?? besideText['left']}`,
          width && `width:${width}px`,
          'height:auto',
        ),
      },
    }),
  },
};

/** Sanitized HTML for mail clients: inline styles, and links with a scheme (EDIT-012). */
export const mailHtml = (html: string): string => sanitizeHtml(sanitizeHtml(html, options), inlined);
