import { z } from 'zod';

const count = z.number().int().min(0);
const fingerprintKeys = z.record(z.string().max(100), z.base64().max(100));
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

export const manifestName = 'manifest.json';
export const fileListName = 'files.sha256';
export const rowsName = (table: string) => `${table}.ndjson`;
export const schemaName = (table: string) => `schema/${table}.json`;

/** Written last, so that an incomplete archive has none. */
export const manifestSchema = z.object({
  format: z.literal('headwater-company-1'),
  release: z.string().max(100),
  /** The newest migration, which decides the columns. */
  migration: z.string().max(200),
  exported_at: z.iso.datetime(),
  /** Keys of hashes of erased people and addresses, in base64 by purpose. Absent without such hashes. */
  fingerprint_keys: fingerprintKeys.optional(),
  /** Those of the installations that the company came from, with its number there. */
  former_fingerprint_keys: z
    .array(z.object({ company_id: count, keys: fingerprintKeys }))
    .max(100)
    .optional(),
  company: z.object({ id: count, name: z.string().max(255) }),
  tables: z.array(z.object({ name: z.string().regex(/^[a-z_]{1,63}$/), rows: count, bytes: count, sha256 })).max(500),
  /** `missing`: named by the database, not in the file store. */
  files: z.object({ count, bytes: count, missing: count, bytes_of_list: count, sha256 }),
});
export type CompanyManifest = z.infer<typeof manifestSchema>;
