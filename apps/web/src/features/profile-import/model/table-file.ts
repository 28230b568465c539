const always = /\.(?:tsv|xlsx|xlsm|vcf|zip)$/i;
const sampleBytes = 64 * 1024;

/** A CSV of two lines may be a form of one person, which is imported like a resume. */
async function hasManyLines(file: File): Promise<boolean> {
  const text = await file.slice(0, sampleBytes).text();
  return text.split(/\r\n|[\r\n]/).filter((line) => line.replaceAll('\u0000', '').trim() !== '').length > 2;
}

/** The table among chosen files: the only one, or the first that can be nothing else. */
export async function findTable(files: readonly File[]): Promise<File | undefined> {
  const [only, another] = files;
  const table = files.find(({ name }) => always.test(name));
  if (table || !only || another) return table;
  if (/\.csv$/i.test(only.name)) return (await hasManyLines(only)) ? only : undefined;
  return /\.ods$/i.test(only.name) ? only : undefined;
}
