/** Who may sign in by SMTP and IMAP. Everyone else has a mailbox too, readable on the page alone. */
export type SandboxUser = { address: string; password: string };

export function findUser(users: SandboxUser[], name: string, password: string): SandboxUser | null {
  const found = users.find(({ address }) => address.toLowerCase() === name.toLowerCase());
  return found && found.password === password ? found : null;
}
