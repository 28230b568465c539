/** ACC-056, ACC-057 */
export function passwordFaults(password: string): ('password_length' | 'password_kinds')[] {
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d\s]/u];
  const faults: ('password_length' | 'password_kinds')[] = [];
  if ([...password].length < 12) faults.push('password_length');
  if (!kinds.every((kind) => kind.test(password))) faults.push('password_kinds');
  return faults;
}
