import { expect, it, vi } from 'vitest';
import { keptFiles } from './kept-files.ts';

const file = (name: string) => ({ key: name, file: new File(['x'], name), upload: undefined });
const names = (userId: number, dialogId: number) =>
  keptFiles(userId, dialogId)
    .read()
    .files.map(({ key }) => key);

it('[TG-030] selected files stay with their dialog and user, like the draft', () => {
  const heard = vi.fn();
  const end = keptFiles(1, 7).subscribe(heard);
  keptFiles(1, 7).change(({ files }) => ({ files: [...files, file('offer.txt')] }));
  expect(heard).toHaveBeenCalledOnce();
  end();
  expect([names(1, 7), names(1, 8), names(2, 7)]).toEqual([['offer.txt'], [], []]);
  // Uploads that finish in the meantime are kept.
  keptFiles(1, 7).change(({ files }) => ({ files: files.map((one) => ({ ...one, upload: { id: 3, name: 'offer.txt', size: 1 } })) }));
  expect(keptFiles(1, 7).read().files).toMatchObject([{ key: 'offer.txt', upload: { id: 3 } }]);
  keptFiles(1, 7).change(() => ({ files: [] }));
  expect([names(1, 7), heard.mock.calls.length]).toEqual([[], 1]);
});
