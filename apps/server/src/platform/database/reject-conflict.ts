/** Whether a statement violated the constraint of this name. */
export const violates = (error: unknown, constraint: string): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === constraint;

/** A concurrent request may take a name after the check. `refusal` is the error for the user. */
export async function rejectConflict<T>(
  write: Promise<T>,
  { constraint, refusal }: { constraint: string; refusal: () => Error },
): Promise<T> {
  try {
    return await write;
  } catch (error) {
    throw violates(error, constraint) ? refusal() : error;
  }
}
