import { normalise } from '@headwater/domain/text/tokenize';

const wordBreak = /[^\p{L}\p{N}\p{M}+#]+/gu;

export function wordStarts(value: string): string[] {
  const text = normalise(value);
  const starts = text === '' ? [] : [text];
  for (const gap of text.matchAll(wordBreak)) {
    const at = gap.index + gap[0].length;
    if (at > 0 && at < text.length) starts.push(text.slice(at));
  }
  return starts;
}
