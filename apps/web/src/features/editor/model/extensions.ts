import { Node } from '@tiptap/core';
import { StarterKit } from '@tiptap/starter-kit';
import { linkAddress } from '@headwater/domain/outreach/links';
import { Alignment, TextColor, TextSize } from './formats.ts';
import { InlineImage } from './inline-image.ts';
import { type ValueOf, VariableChip } from './variable-chip.ts';

type IsKnown = (name: string) => boolean;

// What mail clients draw differently, or the product does not offer.
const without = { heading: false, codeBlock: false, code: false, horizontalRule: false } as const;

/** An address as it is typed: with its scheme, of mail, or a host that says so. `Node.js` and `ASP.NET` are words. */
const typedAddress = /^(?:https?:\/\/|mailto:|www\.)|^[^\s@/]+@[^\s@/]+$|^[^\s@/]+\.[^\s@/]+\//i;

interface BodyOptions {
  isKnown: IsKnown;
  valueOf: ValueOf;
}

/** Of the body of a message. */
export const bodyExtensions = ({ isKnown, valueOf }: BodyOptions) => [
  StarterKit.configure({
    ...without,
    link: {
      openOnClick: false,
      autolink: true,
      linkOnPaste: true,
      shouldAutoLink: (url) => typedAddress.test(url),
      HTMLAttributes: { target: null, rel: null },
      isAllowedUri: (url) => linkAddress(url) !== undefined,
    },
  }),
  TextSize,
  TextColor,
  Alignment,
  InlineImage,
  VariableChip.configure({ isKnown, valueOf }),
];

const OneLine = Node.create({ name: 'doc', topNode: true, content: 'paragraph' });

/** Of a subject: one line of text and variables (EDIT-005, EDIT-006). */
export const subjectExtensions = ({ isKnown, valueOf }: BodyOptions) => [
  StarterKit.configure({
    ...without,
    document: false,
    blockquote: false,
    bold: false,
    italic: false,
    strike: false,
    underline: false,
    bulletList: false,
    orderedList: false,
    listItem: false,
    listKeymap: false,
    hardBreak: false,
    link: false,
    trailingNode: false,
    dropcursor: false,
    gapcursor: false,
  }),
  OneLine,
  VariableChip.configure({ isKnown, valueOf }),
];
