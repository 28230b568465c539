/** Asks the name servers. */
export interface DnsResolver {
  /** The texts of the TXT records of a name, empty where it has none; null where nobody could be asked. Never rejects. */
  txt(name: string): Promise<readonly string[] | null>;
}
