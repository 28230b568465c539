import { Client } from 'pg';

/** Rows of a question to the database; none where it is just down. */
export async function ask<T extends object>(url: string, text: string): Promise<T[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<T>(text)).rows;
  } catch {
    // PostgreSQL was just killed; the caller asks again.
    return [];
  } finally {
    await client.end().catch(() => undefined);
  }
}
