import { describe, expect, it } from 'vitest';
import { attachmentProblem, attachmentTypes, imageTypes, maxFileBytes, maxTotalBytes, pickedTypes, wholeKilobytes } from './attachments.ts';

describe('attachments', () => {
  it('[EDIT-025] [EDIT-027] [EDIT-028] [EDIT-029] accept the union of both lists; the picker has its own, images have four types', () => {
    expect(pickedTypes.map((type) => `.${type}`).join(', ')).toBe(
      '.doc, .docx, .pdf, .odt, .csv, .ods, .rtf, .txt, .jpg, .jpeg, .gif, .png, .svg',
    );
    expect([...attachmentTypes].toSorted()).toEqual('csv doc docx gif jpeg jpg ods odt pdf png rtf svg txt zip'.split(' '));
    for (const type of attachmentTypes) expect(attachmentProblem({ name: `a.${type.toUpperCase()}`, bytes: 1 })).toBeUndefined();
    for (const name of ['a.exe', 'a', 'a.pdf.js', 'pdf', '.htaccess'])
      expect(attachmentProblem({ name, bytes: 1 })).toBe('attachment_type');
    for (const name of ['a.svg', 'a.pdf']) expect(attachmentProblem({ name, bytes: 1 }, { types: imageTypes })).toBe('attachment_type');
  });

  it('[EDIT-030] [EDIT-031] are limited to 10 MB each and 25 MB together', () => {
    expect(attachmentProblem({ name: 'a.pdf', bytes: maxFileBytes })).toBeUndefined();
    expect(attachmentProblem({ name: 'a.pdf', bytes: maxFileBytes + 1 })).toBe('attachment_large');
    expect(attachmentProblem({ name: 'a.pdf', bytes: 5 }, { others: maxTotalBytes - 5 })).toBeUndefined();
    expect(attachmentProblem({ name: 'a.pdf', bytes: 6 }, { others: maxTotalBytes - 5 })).toBe('attachments_large');
  });

  it('[EDIT-018] show their size in whole kilobytes', () => {
    expect([0, 1, 1024, 1535, 1537, 10_485_760].map(wholeKilobytes)).toEqual([0, 1, 1, 1, 2, 10_240]);
  });
});
