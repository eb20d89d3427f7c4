const tries = 5;

/**
 * Does work again that met with others' and was rolled back: a person is in the hands of many, and some of them take what they
 * need in another order (a worker that settles unknown results marks contacts last).
 */
export async function onceMore<T>(work: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work();
    } catch (error) {
      if (tried >= tries || !hasMet(error)) throw error;
    }
  }
}

/** A deadlock, or something that came to the contact between the look and the deletion. */
function hasMet(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['40P01', '40001', '23503'].includes(String(error.code));
}
