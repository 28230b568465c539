import { useQuery } from '@tanstack/react-query';
import { request } from '#lib/api.ts';

const ownImage = /(<img\b[^>]*\ssrc=")(\/api\/files\/v1\/\d+\/download\/)"/g;

async function dataAddress(path: string): Promise<string> {
  const blob = await (await request(path)).blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(new Error('the image cannot be read')));
    // The type on the wire says nothing; pictures are known by their bytes.
    reader.readAsDataURL(new Blob([blob], { type: 'image/png' }));
  });
}

/** The html with its images in it: the frame of a preview is a stranger to this origin, and is not let in to fetch them. */
async function withImages(html: string): Promise<string> {
  const paths = [...new Set([...html.matchAll(ownImage)].map((match) => match[2] ?? ''))];
  const images = new Map(await Promise.all(paths.map(async (path) => [path, await dataAddress(path).catch(() => '')] as const)));
  return html.replace(ownImage, (_tag, before: string, path: string) => `${before}${images.get(path) ?? ''}"`);
}

/** Until its images have come: a frame that asked for them itself would be refused, and the browser would say so. */
const withoutImages = (html: string) =>
  html.replace(ownImage, `$1data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=="`);

/** A message as a frame can show it. */
export function usePreviewHtml(html: string): string {
  return (
    useQuery({ queryKey: ['preview-images', html], queryFn: () => withImages(html), staleTime: Number.POSITIVE_INFINITY, gcTime: 60_000 })
      .data ?? withoutImages(html)
  );
}
